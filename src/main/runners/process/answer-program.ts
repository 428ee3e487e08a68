import { randomBytes } from 'node:crypto'
import type { RunIo } from '#main/runners/runner'
import type { ProcessAction } from '#shared/call/action'
import { isObject, type Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { Channel } from './channel.ts'

type Opened = NonNullable<ProcessAction['entry']>

/** What a program may request while it runs: calls of other tools, and the planned model turn. */
export function openToProgram(
  { result, prompt }: Opened,
  stdin: string,
  io: Pick<RunIo, 'call' | 'turn'>,
): { input: string; channel: Channel } {
  const key = randomBytes(16).toString('hex')
  const isMarked = typeof result === 'object'
  const mark = isMarked ? result.mark + key : key
  const answer = async (method: string, params: Json, signal: AbortSignal): Promise<Json> => {
    if (method === 'turn' && prompt) {
      const ended = await io.turn(prompt, signal)
      if (ended.how === 'done') return ended.result ?? ended.text
      throw new Error(textOf(ended.failure.message))
    }
    if (method !== 'call' || !isObject(params) || typeof params.tool !== 'string')
      throw new Error(`no such request: ${method}`)
    const called = await io.call(params.tool, params.args)
    if (called.ok) return called.result
    throw new Error(called.message)
  }
  const opening = JSON.stringify({ key, secrets: {} })
  return { input: `${stdin}${opening}\n`, channel: { mark, on: isMarked ? 'stdout' : 'result', answer } }
}
