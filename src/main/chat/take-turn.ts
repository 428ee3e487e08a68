import { randomUUID } from 'node:crypto'
import type { ModelReading } from '#main/agent/model-reading'
import { runTurn } from '#main/agent/turn'
import { familyOf } from '#main/calls/inner-calls'
import type { CallOutcome, InnerTurn } from '#main/calls/run-call'
import type { ChatPorts } from '#main/chat/chats'
import { prepareTurn } from '#main/chat/prepare-turn'
import { findMisfit } from '#main/gate/validate-arguments'
import type { ModelConnection } from '#main/models/models'
import { isThisComputer } from '#main/models/ollama/host'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import type { TurnEnded } from '#main/runners/runner'
import { answerReadSkill, READ_SKILL, type SkillText } from '#main/skills/context'
import { callerOf } from '#shared/call/call-state'
import { pathBefore, pickPath } from '#shared/chat/branches'
import { type Brought, broughtIn } from '#shared/chat/picture'
import type { Fact, FactOf, NewFact, Tick } from '#shared/facts'
import type { Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isToolAllowed, parseAllowedTools, toCalled } from '#shared/skill/allowed-tools'
import { titleOf } from './chat-index.ts'
import { openRequestLog } from './pack-request.ts'
import { checkVision } from './pictures.ts'

export interface Asked {
  chat: string
  /** The chat before this message. */
  facts: Promise<Fact[]>
  text: string
  images?: Brought['images'] | undefined
  servers?: Brought['servers'] | undefined
  /** The turn whose place this one takes. */
  replaces?: string | undefined
  model?: string | undefined
  /** The id it had in the queue. */
  queued?: string | undefined
  signal: AbortSignal
}

export async function takeTurn(ports: ChatPorts, readings: Map<string, ModelReading>, asked: Asked): Promise<void> {
  const { chat, text, images = [], servers, replaces, model, queued, signal } = asked
  const { models } = ports
  const facts = await asked.facts
  const history = replaces === undefined ? pickPath(facts) : pathBefore(facts, replaces)
  // Keeps a title that the person gave.
  if (!facts.some(({ type }) => type === 'message.added' || type === 'chat.renamed')) {
    await ports.publish({ type: 'chat.renamed', chat, title: titleOf(text || (images[0]?.name ?? '')) })
  }
  const met = await models.meet(model ?? ports.model(), signal)
  const turn = randomUUID()
  let isLoaded = !met.ok || met.isLoaded
  let isAsked = false
  const { skills, bounds, options, ask, input: prepared } = prepareTurn(ports, readings, met, chat)
  const input = {
    ...prepared,
    chat,
    turn,
    maxRounds: ports.limits().maxRounds,
    history,
    text,
    ...broughtIn({ images, servers }),
    ...(replaces !== undefined && { replaces }),
    signal,
  }
  // It leaves the queue in the same write in which it becomes a message.
  const alongside: NewFact[] = queued === undefined ? [] : [{ type: 'message.unqueued', chat, message: queued }]
  /** The skill whose page the model read last in this turn. */
  let inUse: SkillText | null = null
  const requests = openRequestLog({ chat, turn, record: ports.record })
  requests.learn(facts)
  const written = recordWritten({ chat, turn, record: ports.record, failed: ports.reportBug })
  const answered = runTurn(input, {
    publish: async (...told) => {
      // After a stop in the last moment, nothing that waits may be sent.
      const facts = signal.aborted ? told.map(endStopped) : told
      written.settle(facts)
      if (facts.some(({ type }) => type === 'turn.finished')) alongside.push(...listMeasured(ports, met, input.reading))
      requests.learn(await ports.record([...alongside.splice(0), ...facts]))
    },
    tick: (tick) => {
      written.take(tick)
      ports.tick(tick)
    },
    newId: randomUUID,
    now: () => performance.now(),
    compareMeanings: (query, texts) => models.compareMeanings(query, texts, signal),
    readWhole: (call) => ports.readWhole(chat, call),
    askModel: async (request, onToken) => {
      const blindness = checkVision(met, images)
      if (blindness) return { ok: false, problem: blindness, said: emptyAnswer() }
      isAsked = true
      if (!isLoaded) ports.tick({ tick: 'phase', chat, turn, phase: 'loading' })
      isLoaded = true
      const outcome = await ask(request, { token: onToken, sending: requests.sending }, signal)
      await requests.settled()
      return outcome
    },
    runCall: async ({ call, tool, args, recoveredFrom, wrote, nth, answer }) => {
      const { allowScripts } = ports
      const lists = [bounds?.allowedTools, inUse?.allowedTools].filter((list) => list !== undefined)
      const outcome = await ports.runCall({
        ...{ chat, call, tool, args, signal, caller: callerOf({ ...(recoveredFrom && { recoveredFrom }) }, wrote) },
        ...(lists.length > 0 && { family: familyOf(inUse?.name ?? bounds?.asking ?? '', lists) }),
        answer: async ({ name, args }) => {
          if (name !== READ_SKILL) return answer(name, args)
          const read = await answerReadSkill(skills, args)
          inUse = read.skill ?? inUse
          return read.text
        },
        ...{ ...(nth !== undefined && { nth }), ...(allowScripts && { allowScripts }) },
      })
      return tellTurn(outcome)
    },
  })
  // Only after the turn, or every round would load it again.
  await ports.modelUse.hold(met.model, answered, async () => {
    if (met.ok && isAsked && options.leavesMemory) await models.unload(met.model)
  })
}

const endStopped = (fact: NewFact): NewFact =>
  fact.type === 'turn.finished' && !fact.error ? { ...fact, reason: 'stopped' } : fact

/** Shorter prompts take as long to prepare as to read. */
const LEAST_MEASURED = 500

/** How fast the model read, if nobody knew. */
function listMeasured({ modelBook }: ChatPorts, met: ModelConnection, reading: ModelReading | undefined): NewFact[] {
  const { msPerToken = 0, measuredOn = 0 } = reading ?? {}
  if (
    !met.ok ||
    !isThisComputer(met.host) ||
    measuredOn < LEAST_MEASURED ||
    modelBook.speed(met.model, met.digest) !== undefined
  )
    return []
  const digest = met.digest === undefined ? {} : { digest: met.digest }
  return [{ type: 'model.measured', chat: null, model: met.model, ...digest, msPerToken }]
}

const tellTurn = ({ forModel, error, run, succeeded }: CallOutcome) => ({
  ...{ text: forModel, ...(error && { code: error.code }) },
  ...(run && !succeeded && { failed: true as const }),
})

type Kept = FactOf<'turn.inside'>['body']

/**
 * A model turn inside a call: the model follows a skill's text and may call only its tools. It begins like the turns of
 * its chat, which otherwise would have to be read again. Its messages are recorded with the call.
 */
export async function takeInnerTurn(
  ports: ChatPorts,
  readings: Map<string, ModelReading>,
  { prompt, call, chat, signal, record, runCall }: InnerTurn,
  model = ports.model(),
): Promise<TurnEnded> {
  const met = await ports.models.meet(model, signal)
  const { ask, input, options } = prepareTurn(ports, readings, met, chat)
  const specs = prompt.tools.flatMap(parseAllowedTools)
  const denied = specs.filter(({ conditions, denies }) => denies && conditions.length === 0)
  const allowing = specs.filter(({ denies }) => !denies).map((spec) => ({ ...spec, conditions: [] }))
  const allowed = ports.registry().tools.filter((tool) => isToolAllowed([...denied, ...allowing], toCalled(tool), {}))
  const names = new Set(allowed.map(({ modelName }) => modelName))
  const tools = input.tools.filter(({ function: { name } }) => names.has(name))
  const { builtIns = [] } = input
  const told = prompt.isApart
    ? { system: prompt.instructions, opening: '' }
    : { opening: prompt.instructions, shown: { tools: input.tools, builtIns } }
  let text = ''
  let failure: Message | null = null
  const { returns } = prompt
  const answered = runTurn(
    {
      ...input,
      ...{ chat: call, turn: randomUUID(), history: [], text: prompt.text, signal, tools, builtIns: [], ...told },
      maxRounds: ports.limits().maxRounds,
      ...(returns && { returns: { schema: returns, check: (value: Json) => findMisfit(returns, value) } }),
    },
    {
      publish: async (...facts) => {
        for (const { chat: _, ...body } of facts) {
          if (body.type === 'message.added' && body.role === 'assistant') text = body.content
          if (body.type === 'turn.finished' && body.error)
            failure = message('turn-failed', { reason: body.error.message })
          if (isKept(body)) await record(body)
        }
      },
      tick: () => undefined,
      newId: randomUUID,
      now: () => performance.now(),
      readWhole: (inner) => (chat === null ? Promise.resolve(null) : ports.readWhole(chat, inner)),
      askModel: (request, onToken) => ask(request, { token: onToken }, signal),
      runCall: async ({ call: inner, tool, args, answer }) =>
        tellTurn(await runCall(tool, args, inner, ({ name, args: given }) => answer(name, given))),
    },
  )
  const reason = await ports.modelUse.hold(met.model, answered, async () => {
    if (met.ok && options.leavesMemory) await ports.models.unload(met.model)
  })
  if (reason === 'answered') {
    return returns ? { how: 'done', text, result: JSON.parse(text) as Json } : { how: 'done', text }
  }
  const why = failure ?? message('turn-failed', { reason })
  return { how: reason === 'stopped' ? 'canceled' : 'failed', text, failure: { code: why.code, message: why } }
}

const isKept = (body: { type: string }): body is Kept =>
  body.type === 'message.added' || body.type === 'turn.started' || body.type === 'turn.finished'

/** A shorter answer is recorded only when it is complete. */
const EVERY_MS = 2000

interface WrittenPorts {
  chat: string
  turn: string
  record(facts: NewFact[]): Promise<Fact[]>
  failed(error: unknown): void
  everyMs?: number
}

/** Records an answer while it is written, so that little is lost if Skillet is killed. */
export function recordWritten({ chat, turn, record, failed, everyMs = EVERY_MS }: WrittenPorts) {
  let text = ''
  let thinking = ''
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    const fact: NewFact = { type: 'answer.written', chat, turn, text, ...(thinking && { thinking }) }
    drop()
    record([fact]).catch(failed)
  }

  function drop(): void {
    clearTimeout(timer)
    timer = undefined
    text = ''
    thinking = ''
  }

  return {
    take: (tick: Tick) => {
      if (tick.tick !== 'token') return
      if (tick.thinking) thinking += tick.text
      else text += tick.text
      timer ??= setTimeout(write, everyMs)
    },
    /** Called before these facts are recorded, so that a finished answer is not recorded again. */
    settle: (facts: readonly NewFact[]) => {
      if (facts.some(isEnd)) drop()
    },
  }
}

const isEnd = (fact: NewFact) =>
  fact.type === 'turn.finished' || (fact.type === 'message.added' && fact.role === 'assistant')
