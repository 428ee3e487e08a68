import type { PlanAlone } from '#main/calls/plan-alone'
import { askOnce } from '#main/models/ask-once'
import { type ModelUse, type Waiting, waitForTurns } from '#main/models/model-use'
import { makeModelWork } from '#main/models/model-work'
import { isBuiltin } from '#shared/call/builtins'
import { lineOf } from '#shared/call/describe-action'
import { pickPath } from '#shared/chat/branches'
import type { Fact, MessageAdded } from '#shared/facts'
import type { ComparedAnswer, ComparedCall, ComparedRequest, ModelComparison } from '#shared/model/model-comparison'
import type { ChatPorts } from './chats.ts'
import { type PreparePorts, prepareTurn } from './prepare-turn.ts'

interface ComparisonPorts
  extends PreparePorts,
    Waiting,
    Pick<ModelUse, 'hold'>,
    Pick<ChatPorts, 'index' | 'models' | 'readChat' | 'tick' | 'readings'> {
  plan: PlanAlone
  ended(): void
  reportBug(error: unknown): void
}

/** One comparison at a time. */
const ONLY = ''
const MOST_REQUESTS = 10
const MOST_OF_A_CHAT = 3
const LONGEST_SHOWN = 300
const MOST_TOKENS = 256

/** An earlier request and what came before it. */
interface Asked {
  chat: string
  seq: number
  text: string
  history: readonly Fact[]
}

/** Asks several models what they would do with the person's latest requests. Their calls are planned; nothing runs. */
export function makeComparisons(ports: ComparisonPorts) {
  let models: string[] = []
  const work = makeModelWork<ModelComparison>({
    start: () => ({ state: 'running', models, rows: [], done: 0, of: 0 }),
    told: (comparison) => ports.tick({ tick: 'model-comparison', chat: null, comparison }),
    work: (_, signal, note) => compare(ports, models, signal, note),
    ...{ reportBug: ports.reportBug, ended: ports.ended },
  })
  const latest = () => work.list()[0] ?? null
  return {
    latest,
    /** Starts a comparison unless one is running. */
    begin(wanted: readonly string[]) {
      if (latest()?.state !== 'running') models = [...new Set(wanted)]
      return work.begin(ONLY)
    },
    stop: () => work.stop(ONLY),
    ended: () => work.ended(ONLY),
  }
}

type Note = (change: Partial<ModelComparison>) => ModelComparison

async function compare(ports: ComparisonPorts, models: string[], signal: AbortSignal, note: Note) {
  const asked = await findRequests(ports)
  let rows = asked.map(({ chat, seq, text }): ComparedRequest => {
    return { chat, seq, text: text.slice(0, LONGEST_SHOWN).toWellFormed(), answers: {} }
  })
  let done = 0
  note({ rows, of: rows.length * models.length })
  // One model after the other, because a computer with room for only one would reload it for each request.
  for (const model of models) {
    const { keepAlive } = ports.modelBook.settings(model)
    await ports.hold(model, askAll(model), async () => {
      if (keepAlive === 'none') await ports.models.unload(model)
    })
    if (signal.aborted) return note({ state: 'stopped' })
  }
  return note({ state: 'done' })

  async function askAll(model: string): Promise<void> {
    for (const [at, one] of asked.entries()) {
      await waitForTurns(ports, signal, note)
      const answer = await askAbout(ports, model, one, signal)
      if (signal.aborted) return
      rows = rows.map((row, index) => (index === at ? { ...row, answers: { ...row.answers, [model]: answer } } : row))
      note({ rows, done: ++done })
    }
  }
}

async function findRequests({ index, readChat }: ComparisonPorts): Promise<Asked[]> {
  const found: Asked[] = []
  for (const { chat } of index.list()) {
    if (found.length >= MOST_REQUESTS) break
    const facts = pickPath(await readChat(chat))
    const said = facts.flatMap((fact, at) => (isRequest(fact, facts[at - 1]) ? [{ fact, at: at - 1 }] : []))
    for (const { fact, at } of said.slice(-MOST_OF_A_CHAT).toReversed()) {
      found.push({ chat, seq: fact.seq, text: fact.content, history: facts.slice(0, at) })
    }
  }
  return found.slice(0, MOST_REQUESTS)
}

/** Imported messages have no turn, and not every model takes pictures. */
const isRequest = (fact: Fact, before: Fact | undefined): fact is Fact & MessageAdded =>
  fact.type === 'message.added' && fact.role === 'user' && !fact.images?.length && before?.type === 'turn.started'

async function askAbout(
  ports: ComparisonPorts,
  model: string,
  { chat, text, history }: Asked,
  signal: AbortSignal,
): Promise<ComparedAnswer> {
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  const met = await ports.models.meet(model, signal)
  if (!met.ok) return { calls: [], text: '', ms: since(), problem: met.problem.message }
  const { input, options, ask } = prepareTurn(ports, ports.readings, met, chat)
  const { said, problem } = await askOnce(
    { ...input, chat, history, text, signal },
    {
      ...{ most: MOST_TOKENS, think: options.request.think },
      ask: (request, maxTokens) => ask({ ...request, maxTokens }, { token: () => {} }, signal),
    },
  )
  const ms = since()
  const calls = await Promise.all((said?.calls ?? []).map((call) => planOne(ports, call)))
  const words = (said?.content ?? '').slice(0, LONGEST_SHOWN).toWellFormed()
  return { calls, text: words, ms, ...(problem && { problem: problem.message }) }
}

async function planOne(
  { plan }: ComparisonPorts,
  { tool, args }: NonNullable<MessageAdded['calls']>[number],
): Promise<ComparedCall> {
  if (isBuiltin(tool)) return { tool }
  const planned = await plan({ tool, args, isForgiving: true })
  return planned.ok ? { tool, line: lineOf(planned.plan.action) } : { tool, problem: planned.error.message }
}
