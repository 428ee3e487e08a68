import { randomUUID } from 'node:crypto'
import type { RunIo } from '#main/runners/runner'
import { fitsForm, type ServerQuestion } from '#shared/call/question'
import type { JsonObject } from '#shared/json'
import type { AppendFacts } from './journal.ts'

/** Null if the person declines or does not answer in time. */
export type AskPerson = (id: string, question: ServerQuestion, signal: AbortSignal) => Promise<JsonObject | null>

export type Questions = ReturnType<typeof makeQuestions>

/** Questions of servers that nobody has answered yet. */
export function makeQuestions(longestWaitMs: () => number) {
  const open = new Map<string, { schema: JsonObject; settle(values: JsonObject | null): void }>()
  return {
    async ask(id: string, { schema }: ServerQuestion, signal: AbortSignal): ReturnType<AskPerson> {
      const { promise, resolve } = Promise.withResolvers<JsonObject | null>()
      const until = AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs())])
      const expire = () => resolve(null)
      if (until.aborted) return null
      until.addEventListener('abort', expire, { once: true })
      open.set(id, { schema, settle: resolve })
      return promise.finally(() => {
        open.delete(id)
        until.removeEventListener('abort', expire)
      })
    },
    /** An answer counts once, and only if it fits the form. */
    answer(id: string, values: JsonObject | null): 'given' | 'unfit' | 'gone' {
      const asked = open.get(id)
      if (!asked) return 'gone'
      if (values !== null && !fitsForm(values, asked.schema)) return 'unfit'
      asked.settle(values)
      open.delete(id)
      return 'given'
    },
  }
}

/**
 * Recorded before the person is asked. Of the answer, only names and lengths are recorded. The card shows one question
 * at a time.
 */
export function makeAsk(of: { call: string; run: string }, append: AppendFacts, ask?: AskPerson): RunIo['ask'] {
  const askNow: RunIo['ask'] = async (asked, signal) => {
    if (signal.aborted) return null
    const question = randomUUID()
    // Registered before the window learns of it, so that no answer comes too early.
    const answering = asked.refused ? null : ask?.(question, asked, signal)
    await append([{ type: 'question.asked', ...of, question, ...asked }])
    if (asked.refused) return null
    const answer = (await answering) ?? null
    const given = answer && Object.entries(answer).map(([name, value]) => ({ name, length: String(value).length }))
    await append([{ type: 'question.answered', call: of.call, question, given }])
    return answer
  }
  let before: Promise<unknown> = Promise.resolve()
  return (asked, signal) => {
    const next = before.then(() => askNow(asked, signal))
    before = next.catch(() => undefined)
    return next
  }
}
