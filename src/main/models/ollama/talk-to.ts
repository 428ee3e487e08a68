import { Ollama } from 'ollama'
import { message } from '#shared/messages/message'
import type { ModelProblem } from '#shared/model/model'
import { type Guard, guardFetch } from './guarded-fetch.ts'
import { explain, type Known } from './problems.ts'

export interface Terms extends Omit<Guard, 'signal'> {
  /** Named in error messages. */
  model?: string
  /** Messages of the server that only this request can cause. */
  known?: Known[]
  signal?: AbortSignal
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: ModelProblem }

/** One exchange with Ollama. Never rejects and leaves nothing open. */
export async function talkTo<T>(host: string, terms: Terms, work: (client: Ollama) => Promise<T>): Promise<Outcome<T>> {
  const { signal: stop, model, known, ...guard } = terms
  const ending = new AbortController()
  const signal = stop ? AbortSignal.any([stop, ending.signal]) : ending.signal
  try {
    return { ok: true, value: await work(new Ollama({ host, fetch: guardFetch({ ...guard, signal }) })) }
  } catch (error) {
    if (stop?.aborted) return { ok: false, problem: { code: 'STOPPED', message: message('stopped') } }
    return { ok: false, problem: explain(error, host, model, known) }
  } finally {
    ending.abort()
  }
}
