import { randomUUID } from 'node:crypto'
import type { ModelReading } from '#main/agent/model-reading'
import { runTurn } from '#main/agent/turn'
import { familyOf } from '#main/calls/inner-calls'
import type { ChatPorts } from '#main/chat/chats'
import { prepareTurn } from '#main/chat/prepare-turn'
import { recordWritten } from '#main/chat/record-written'
import { askModel } from '#main/models/ollama/chat'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import { answerReadSkill, READ_SKILL, type SkillText } from '#main/skills/context'
import { callerOf } from '#shared/call/call-state'
import { pathBefore, pickPath } from '#shared/chat/branches'
import { type Brought, broughtIn } from '#shared/chat/picture'
import type { NewFact } from '#shared/facts'
import { titleOf } from './chat-index.ts'
import { openRequestLog } from './pack-request.ts'
import { checkVision, readPictures } from './request-pictures.ts'

/** The person's message and where its answer goes. */
export interface Asked {
  chat: string
  text: string
  images?: Brought['images'] | undefined
  servers?: Brought['servers'] | undefined
  /** The turn whose place this one takes. */
  replaces?: string | undefined
  /** Overrides the chosen model. */
  model?: string | undefined
  /** The id it had in the queue. */
  queued?: string | undefined
  signal: AbortSignal
}

/** A whole turn with all its effects, from the message to the last answer. */
export async function takeTurn(ports: ChatPorts, readings: Map<string, ModelReading>, asked: Asked): Promise<void> {
  const { chat, text, images = [], servers, replaces, model, queued, signal } = asked
  const { models } = ports
  const facts = await ports.readChat(chat)
  const history = replaces === undefined ? pickPath(facts) : pathBefore(facts, replaces)
  // Keeps a title that the person gave.
  if (!facts.some(({ type }) => type === 'message.added' || type === 'chat.renamed')) {
    await ports.publish({ type: 'chat.renamed', chat, title: titleOf(text || (images[0]?.name ?? '')) })
  }
  const met = await models.meet(model ?? ports.model(), signal)
  const turn = randomUUID()
  let isLoaded = !met.ok || met.isLoaded
  let isAsked = false
  const { skills, bounds, options, input: prepared } = prepareTurn(ports, readings, met, chat)
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
  await runTurn(input, {
    publish: async (...facts) => {
      written.settle(facts)
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
      if (!met.ok) return { ok: false, problem: met.problem, said: emptyAnswer() }
      const blindness = checkVision(met, images)
      if (blindness) return { ok: false, problem: blindness, said: emptyAnswer() }
      const sent = { ...options.request, ...request, ...(await readPictures(request, ports.readText)) }
      isAsked = true
      if (!isLoaded) ports.tick({ tick: 'phase', chat, turn, phase: 'loading' })
      isLoaded = true
      const outcome = await askModel(met.host, sent, { token: onToken, sending: requests.sending }, signal)
      await requests.settled()
      return outcome
    },
    runCall: async ({ call, tool, args, recoveredFrom, wrote, nth, answer }) => {
      const { allowScripts } = ports
      const lists = [bounds?.allowedTools, inUse?.allowedTools].filter((list) => list !== undefined)
      const { forModel, error, run, succeeded } = await ports.runCall({
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
      return { text: forModel, ...(error && { code: error.code }), ...(run && !succeeded && { failed: true }) }
    },
  })
  // Only after the turn, or every round would load it again.
  if (met.ok && isAsked && options.leavesMemory) await models.unload(met.model)
}
