import { randomUUID } from 'node:crypto'
import { runTurn } from '#main/agent/turn'
import { type ChatIndex, titleOf } from '#main/chat-index'
import type { Dispatch } from '#main/dispatch'
import { askModel } from '#main/ollama/chat'
import { listModels, showModel } from '#main/ollama/models'
import type { Shelf } from '#main/shelf'
import {
  answerReadSkill,
  type ContextMode,
  describeSkills,
  READ_SKILL,
  readSkillDefinition,
} from '#main/skills/context'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { type Reply, refuse, reply } from '#shared/calls'
import type { Fact, NewFact, Tick } from '#shared/facts'

export interface ChatPorts {
  index: ChatIndex
  shelf(): Shelf
  host(): string
  model(): string
  contextMode(): ContextMode
  dispatch: Dispatch
  publish(...facts: NewFact[]): Promise<void>
  tick(tick: Tick): void
  readChat(chat: string): Promise<Fact[]>
  /** The whole output of a call of this chat. */
  readWhole(chat: string, call: string): Promise<string | null>
  reportBug(error: unknown): void
}

export interface Chats {
  create(): Promise<string>
  send(chat: string, text: string): Promise<Reply<{ accepted: true }>>
  /** Resolves once the turn has ended and its children are gone; false when none was running. */
  stop(chat: string): Promise<boolean>
  stopAll(): Promise<void>
}

const newId = () => randomUUID()

export function makeChats(ports: ChatPorts): Chats {
  const calibrations = new Map<string, { factor: number }>()
  const calibrationOf = (model: string) => {
    const calibration = calibrations.get(model) ?? { factor: 1 }
    calibrations.set(model, calibration)
    return calibration
  }
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  async function send(chat: string, text: string): Promise<Reply<{ accepted: true }>> {
    if (!ports.index.has(chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
    if (running.has(chat))
      return refuse('CHAT_BUSY', 'The model is still at work in this chat. Stop it first, or wait.')
    const stop = new AbortController()
    const turn = takeTurn(chat, text, stop.signal).catch(ports.reportBug)
    running.set(chat, { stop, ended: turn.finally(() => running.delete(chat)) })
    return reply({ accepted: true })
  }

  async function takeTurn(chat: string, text: string, signal: AbortSignal): Promise<void> {
    const history = await ports.readChat(chat)
    if (!history.some(({ type }) => type === 'message.added')) {
      await ports.publish({ type: 'chat.renamed', chat, title: titleOf(text) })
    }
    const host = ports.host()
    const shelf = ports.shelf()
    const known = shelf.skills.filter(({ state, enabled }) => state === 'trusted' && enabled)
    const mode = ports.contextMode()
    const model = ports.model() || (await chooseModel(host))
    const shown = await showModel(host, model)
    const input = {
      chat,
      turn: newId(),
      model,
      ...(shown.ok && shown.facts.contextLength > 0 && { contextLength: shown.facts.contextLength }),
      calibration: calibrationOf(model),
      pinned: [READ_SKILL],
      system: describeSkills(known, mode),
      tools: [...toOllamaTools(shelf.tools), ...(mode === 'full' ? [] : [readSkillDefinition()])],
      history,
      text,
      signal,
    }
    await runTurn(input, {
      publish: ports.publish,
      tick: ports.tick,
      newId,
      now: () => performance.now(),
      readWhole: (call) => ports.readWhole(chat, call),
      askModel: (request, onToken) => askModel(host, request, { token: onToken }, signal),
      runCall: async ({ call, tool, args, recoveredFrom }) => {
        if (tool === READ_SKILL) return { text: answerReadSkill(known, args) }
        const asked = { chat, call, tool, args, signal, ...(recoveredFrom && { recoveredFrom }) }
        const { forModel, error } = await ports.dispatch(asked)
        return { text: forModel, ...(error && { code: error.code }) }
      },
    })
  }

  return {
    create: async () => {
      const chat = newId()
      await ports.publish({ type: 'chat.created', chat, title: 'New chat', model: null })
      return chat
    },
    send,
    stop: async (chat) => {
      const turn = running.get(chat)
      turn?.stop.abort()
      await turn?.ended
      return turn !== undefined
    },
    stopAll: async () => {
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

/** The one that is loaded, else the first; empty when there is none, and Ollama's own answer then says so. */
async function chooseModel(host: string): Promise<string> {
  const { models } = { models: [], ...(await listModels(host)) }
  return models.find(({ isLoaded }) => isLoaded)?.name ?? models[0]?.name ?? ''
}
