import type { Fact, MessageAdded, NewFact, TurnFinished } from '#shared/facts'
import { canonicalJson, isObject, type Json, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelMessage, ToolDefinition } from '#shared/model'
import { toMessages } from './messages.ts'
import type { ProposedCall, TurnPorts } from './ports.ts'

const MAX_ROUNDS = 12
const MAX_CALLS_A_MESSAGE = 8
const MAX_CALLS_AT_ONCE = 4
const MAX_SAME_CALLS = 3

export interface TurnInput {
  chat: string
  turn: string
  model: string
  system: string
  tools: ToolDefinition[]
  history: readonly Fact[]
  text: string
  signal: AbortSignal
}

type Ending = Pick<TurnFinished, 'reason' | 'error'>

/** One message of the person, answered: ask the model, run what it asks for, repeat. Ends in exactly one `turn.finished`. */
export async function runTurn(input: TurnInput, ports: TurnPorts): Promise<Ending['reason']> {
  const { chat, turn, model, signal } = input
  const started = ports.now()
  const stats = { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
  const messages: ModelMessage[] = [
    ...(input.system ? [{ role: 'system', content: input.system } as const] : []),
    ...toMessages(input.history),
    { role: 'user', content: input.text },
  ]
  const seen = new Map<string, number>()
  const publish = (...facts: WithoutChat[]) => ports.publish(...facts.map((fact): NewFact => ({ ...fact, chat })))

  await publish({ type: 'turn.started', turn, model }, { type: 'message.added', role: 'user', content: input.text })
  const ending = await takeRounds()
  stats.ms = Math.round(ports.now() - started)
  await publish({ type: 'turn.finished', turn, ...ending, stats })
  return ending.reason

  async function takeRounds(): Promise<Ending> {
    while (stats.rounds < MAX_ROUNDS) {
      stats.rounds++
      ports.tick({ tick: 'phase', chat, turn, phase: 'thinking' })
      const outcome = await ports.askModel({ model, messages, tools: input.tools }, (text, isThinking) =>
        ports.tick({ tick: 'token', chat, turn, text, thinking: isThinking }),
      )
      const answer = outcome.ok ? outcome.answer : outcome.said
      stats.promptTokens += answer.promptTokens
      stats.outputTokens += answer.outputTokens
      const calls = outcome.ok ? answer.calls.map((call) => ({ call: ports.newId(), ...call })) : []
      await record(answer, calls)
      if (!outcome.ok) return outcome.problem.code === 'STOPPED' ? { reason: 'stopped' } : failed(outcome.problem)
      if (calls.length === 0) return { reason: answer.wasCut ? 'length' : 'answered' }
      const isLooping = await answerCalls(calls)
      if (signal.aborted) return { reason: 'stopped' }
      if (isLooping) return { reason: 'loop' }
    }
    return { reason: 'rounds' }
  }

  async function record(answer: ModelAnswer, calls: ProposedCall[]): Promise<void> {
    if (!answer.content && !answer.thinking && calls.length === 0) return
    const asked = calls.map(({ call, tool, args }) => ({ call, tool, args: toObject(args) }))
    const added: MessageAdded = {
      type: 'message.added',
      role: 'assistant',
      content: answer.content,
      ...(answer.thinking && { thinking: answer.thinking }),
      ...(asked.length > 0 && { calls: asked }),
    }
    await publish(added)
    messages.push({ role: 'assistant', content: answer.content, calls: asked })
  }

  /** Whether the model goes round in circles. Results are recorded in the order the model asked. */
  async function answerCalls(calls: ProposedCall[]): Promise<boolean> {
    stats.calls += calls.length
    ports.tick({ tick: 'phase', chat, turn, phase: 'working' })
    const results = await mapAtMost(MAX_CALLS_AT_ONCE, calls, (proposed, index) =>
      index < MAX_CALLS_A_MESSAGE
        ? ports.runCall(proposed)
        : Promise.resolve(`error: at most ${MAX_CALLS_A_MESSAGE} calls in one message; ask again for this one`),
    )
    let isLooping = false
    for (const [index, proposed] of calls.entries()) {
      const content = results[index] ?? ''
      await publish({ type: 'message.added', role: 'tool', content, toolName: proposed.tool, call: proposed.call })
      messages.push({ role: 'tool', content, tool: proposed.tool })
      const key = `${proposed.tool}\n${canonicalJson(toJson(proposed.args))}\n${content}`
      const times = (seen.get(key) ?? 0) + 1
      seen.set(key, times)
      isLooping ||= times >= MAX_SAME_CALLS
    }
    return isLooping
  }
}

type WithoutChat = NewFact extends infer F ? (F extends NewFact ? Omit<F, 'chat'> : never) : never

const failed = (problem: { code: string; message: string }): Ending => ({ reason: 'error', error: problem })

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

const toObject = (args: unknown): JsonObject => (isObject(args) ? args : { arguments: toJson(args) })

async function mapAtMost<T, R>(atOnce: number, items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const takeNext = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeNext))
  return results
}
