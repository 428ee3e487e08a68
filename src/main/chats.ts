import { randomUUID } from 'node:crypto'
import type { ChatIndex } from '#main/chat-index'
import type { Dispatch } from '#main/dispatch'
import type { Models } from '#main/models'
import type { Shelf } from '#main/shelf'
import type { ContextMode } from '#main/skills/context'
import { takeTurn } from '#main/take-turn'
import { type Calls, type Reply, refuse, reply } from '#shared/calls'
import type { Fact, FactOf, NewFact, Tick } from '#shared/facts'

export interface ChatPorts {
  index: ChatIndex
  shelf(): Shelf
  models: Pick<Models, 'meet' | 'obstacle'>
  /** The model the person chose; empty where none is. */
  model(): string
  /** Whether models that can are to think aloud; left to the model where it is not said. */
  think?: boolean
  /** Said for every call of these chats. */
  allowScripts?: true
  contextMode(): ContextMode
  dispatch: Dispatch
  publish(...facts: NewFact[]): Promise<void>
  tick(tick: Tick): void
  readChat(chat: string): Promise<Fact[]>
  /** The whole output of a call of this chat. */
  readWhole(chat: string, call: string): Promise<string | null>
  reportBug(error: unknown): void
}

type SendReply = Reply<Calls['chat.send']['output']>

export interface Chats {
  create(): Promise<string>
  /** During a turn it is queued, and sent once that has ended. */
  send(chat: string, text: string, replaces?: string): Promise<SendReply>
  /** Sends what the person said in this turn once more, in its place. */
  regenerate(chat: string, turn: string): Promise<Reply<Calls['chat.regenerate']['output']>>
  /** Takes the chat back to where it goes through this turn. */
  chooseBranch(chat: string, turn: string): Promise<Reply<Calls['chat.chooseBranch']['output']>>
  /** Now, or after the turn that is under way; false when it does not wait any more. */
  sendQueued(chat: string, message: string): Promise<boolean>
  /** False when it does not wait any more. */
  unqueue(chat: string, message: string): Promise<boolean>
  /** Resolves once the turn has ended and its children are gone; false when none was running. */
  stop(chat: string): Promise<boolean>
  /** Resolves once nothing runs in the chat and nothing follows by itself. */
  settled(chat: string): Promise<void>
  stopAll(): Promise<void>
}

const newId = () => randomUUID()

const isFromPerson = (fact: Fact): fact is FactOf<'message.added'> =>
  fact.type === 'message.added' && fact.role === 'user'

export function makeChats(ports: ChatPorts): Chats {
  const { index, models } = ports
  const calibrations = new Map<string, { factor: number }>()
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  /** Messages on their way out of the queue: what is done twice at once counts once. */
  const leaving = new Set<string>()
  let isClosing = false

  async function send(chat: string, text: string, replaces?: string): Promise<SendReply> {
    if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
    if (replaces !== undefined) {
      const inTheWay = lookAtTurn(chat, replaces)
      if (inTheWay) return inTheWay
    }
    const obstacle = models.obstacle()
    if (obstacle) return refuse(obstacle.code, obstacle.message)
    if (!running.has(chat)) {
      begin(chat, { text, replaces })
      return reply({ accepted: true })
    }
    const queued = newId()
    await ports.publish({ type: 'message.queued', chat, message: queued, text })
    goOn(chat)
    return reply({ accepted: true, queued })
  }

  /** What comes before a turn that is under way is left alone. */
  function lookAtTurn(chat: string, turn: string): Reply<never> | null {
    if (running.has(chat)) return refuse('CHAT_BUSY', 'The model is at work in this chat. Stop it, or wait for it.')
    if (index.isWaiting(chat))
      return refuse('CHAT_BUSY', 'A command of this chat waits for your answer. Give it first.')
    return index.hasTurn(chat, turn) ? null : refuse('MESSAGE_UNKNOWN', 'This chat holds no such message.')
  }

  async function regenerate(chat: string, turn: string): Promise<Reply<{ accepted: true }>> {
    const facts = index.has(chat) ? await ports.readChat(chat) : []
    const start = facts.findIndex((fact) => fact.type === 'turn.started' && fact.turn === turn)
    const asked = start < 0 ? undefined : facts.slice(start).find(isFromPerson)
    if (!asked) return refuse('MESSAGE_UNKNOWN', 'This chat holds no such message.')
    const sent = await send(chat, asked.content, turn)
    return sent.ok ? reply({ accepted: true }) : sent
  }

  async function chooseBranch(chat: string, turn: string): Promise<Reply<{ chosen: true }>> {
    const inTheWay = lookAtTurn(chat, turn)
    if (inTheWay) return inTheWay
    // What is sent meanwhile waits, so that the model reads the path on which its turn is recorded.
    const chosen = ports.publish({ type: 'branch.chosen', chat, turn })
    const goOnAfter = () => {
      running.delete(chat)
      goOn(chat)
    }
    running.set(chat, { stop: new AbortController(), ended: chosen.then(goOnAfter, goOnAfter) })
    await chosen
    return reply({ chosen: true })
  }

  function begin(chat: string, message: { text: string; replaces?: string | undefined }, queued?: string): void {
    const stop = new AbortController()
    const turn = takeTurn(ports, calibrations, { chat, ...message, queued, signal: stop.signal }).catch(ports.reportBug)
    if (queued !== undefined) leaving.add(queued)
    const ended = turn.then(() => {
      running.delete(chat)
      if (queued !== undefined) leaving.delete(queued)
      // One that is still there could not be recorded as sent, and the next would meet the same.
      if (!isQueued(chat, queued)) goOn(chat)
    })
    running.set(chat, { stop, ended })
  }

  /** Looks and begins at once, so that nothing can come between. */
  function goOn(chat: string): void {
    if (isClosing || running.has(chat)) return
    const next = index.queued(chat).find(({ isHeld }) => !isHeld)
    if (next) begin(chat, next, next.message)
  }

  async function sendQueued(chat: string, message: string): Promise<boolean> {
    const waiting = index.queued(chat).find((queued) => queued.message === message)
    if (!waiting || leaving.has(message)) return false
    const { text } = waiting
    if (!running.has(chat)) {
      begin(chat, { text }, message)
      return true
    }
    const again: NewFact = { type: 'message.queued', chat, message: newId(), text }
    await leave(message, { type: 'message.unqueued', chat, message }, again)
    goOn(chat)
    return true
  }

  async function unqueue(chat: string, message: string): Promise<boolean> {
    if (!isQueued(chat, message) || leaving.has(message)) return false
    await leave(message, { type: 'message.unqueued', chat, message })
    return true
  }

  const isQueued = (chat: string, message: string | undefined) =>
    index.queued(chat).some((queued) => queued.message === message)

  async function leave(message: string, ...facts: NewFact[]): Promise<void> {
    leaving.add(message)
    await ports.publish(...facts).finally(() => leaving.delete(message))
  }

  return {
    create: async () => {
      const chat = newId()
      await ports.publish({ type: 'chat.created', chat, title: 'New chat', model: null })
      return chat
    },
    send,
    regenerate,
    chooseBranch,
    sendQueued,
    unqueue,
    stop: async (chat) => {
      const turn = running.get(chat)
      turn?.stop.abort()
      await turn?.ended
      return turn !== undefined
    },
    settled: async (chat) => {
      for (let turn = running.get(chat); turn; turn = running.get(chat)) await turn.ended
    },
    stopAll: async () => {
      isClosing = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
