import { randomUUID } from 'node:crypto'
import { runTurn } from '#main/agent/turn'
import { titleOf } from '#main/chat-index'
import type { ChatPorts } from '#main/chats'
import { askModel } from '#main/ollama/chat'
import { emptyAnswer } from '#main/ollama/read-answer'
import { answerReadSkill, describeSkills, READ_SKILL, readSkillDefinition } from '#main/skills/context'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { pathBefore, pickPath } from '#shared/branches'
import type { NewFact } from '#shared/facts'

export interface Calibration {
  factor: number
}

/** What the person said, and where in the chat its answer goes. */
export interface Asked {
  chat: string
  text: string
  /** The turn whose place this one takes. */
  replaces?: string | undefined
  /** The queued message it was, until now. */
  queued?: string | undefined
  signal: AbortSignal
}

/** One turn with all its effects: from what was said to the last answer. */
export async function takeTurn(ports: ChatPorts, calibrations: Map<string, Calibration>, asked: Asked): Promise<void> {
  const { chat, text, replaces, queued, signal } = asked
  const { models } = ports
  const facts = await ports.readChat(chat)
  const history = replaces === undefined ? pickPath(facts) : pathBefore(facts, replaces)
  if (!facts.some(({ type }) => type === 'message.added')) {
    await ports.publish({ type: 'chat.renamed', chat, title: titleOf(text) })
  }
  const shelf = ports.shelf()
  const skills = shelf.skills.filter(({ state, enabled }) => state === 'trusted' && enabled)
  const mode = ports.contextMode()
  const met = await models.meet(ports.model(), signal)
  const { model } = met
  const known = met.ok ? met.facts : null
  const turn = randomUUID()
  let isLoaded = !met.ok || met.isLoaded
  const input = {
    chat,
    turn,
    model,
    ...(known && known.contextLength > 0 && { contextLength: known.contextLength }),
    ...(known && { capabilities: known.capabilities }),
    calibration: calibrationOf(calibrations, model),
    pinned: [READ_SKILL],
    system: describeSkills(skills, mode),
    tools: [...toOllamaTools(shelf.tools), ...(mode === 'full' ? [] : [readSkillDefinition()])],
    history,
    text,
    ...(replaces !== undefined && { replaces }),
    signal,
  }
  // It leaves the queue in the same write in which it becomes a message.
  const alongside: NewFact[] = queued === undefined ? [] : [{ type: 'message.unqueued', chat, message: queued }]
  await runTurn(input, {
    publish: (...facts) => ports.publish(...alongside.splice(0), ...facts),
    tick: ports.tick,
    newId: randomUUID,
    now: () => performance.now(),
    readWhole: (call) => ports.readWhole(chat, call),
    askModel: async (request, onToken) => {
      if (!met.ok) return { ok: false, problem: met.problem, said: emptyAnswer() }
      const sent = { ...(ports.think !== undefined && { think: ports.think }), ...request }
      if (!isLoaded) ports.tick({ tick: 'phase', chat, turn, phase: 'loading' })
      isLoaded = true
      return askModel(met.host, sent, { token: onToken }, signal)
    },
    runCall: async ({ call, tool, args, recoveredFrom }) => {
      if (tool === READ_SKILL) return { text: answerReadSkill(skills, args) }
      const { allowScripts } = ports
      const more = { ...(recoveredFrom && { recoveredFrom }), ...(allowScripts && { allowScripts }) }
      const wanted = { chat, call, tool, args, signal, ...more }
      const { forModel, error } = await ports.dispatch(wanted)
      return { text: forModel, ...(error && { code: error.code }) }
    },
  })
}

function calibrationOf(calibrations: Map<string, Calibration>, model: string): Calibration {
  const calibration = calibrations.get(model) ?? { factor: 1 }
  calibrations.set(model, calibration)
  return calibration
}
