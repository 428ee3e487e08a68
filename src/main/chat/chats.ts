import { randomUUID } from 'node:crypto'
import type { ModelReading } from '#main/agent/model-reading'
import type { InnerTurn, RunCall } from '#main/calls/run-call'
import type { ChatTools } from '#main/chat/chat-tools'
import { makeReadAhead } from '#main/chat/read-ahead'
import { type Asked, takeInnerTurn, takeTurn } from '#main/chat/take-turn'
import type { ModelBook } from '#main/models/model-book'
import type { ModelUse } from '#main/models/model-use'
import type { Models } from '#main/models/models'
import type { TurnEnded } from '#main/runners/runner'
import type { Limits } from '#main/settings/limits'
import type { ContextMode } from '#main/skills/context'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { broughtIn, type Picture } from '#shared/chat/picture'
import type { Fact, NewFact, Tick } from '#shared/facts'
import { message } from '#shared/messages/message'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import type { ChatIndex } from './chat-index.ts'
import { checkVision, findAsked } from './pictures.ts'

export interface ChatPorts {
  index: ChatIndex
  registry(): SkillRegistry
  models: Pick<Models, 'meet' | 'obstacle' | 'unload' | 'compareMeanings'>
  modelBook: Pick<ModelBook, 'settings' | 'trial' | 'speed'>
  modelUse: Pick<ModelUse, 'during' | 'hold'>
  /** By model. */
  readings: Map<string, ModelReading>
  chatTools: Pick<ChatTools, 'off'>
  folderOf(chat: string | null): string
  limits(): Pick<Limits, 'maxRounds'>
  /** The chosen model; empty if none was chosen. */
  model(): string
  /** Whether capable models think aloud; by default the model decides. */
  think?: boolean
  /** Scripts are allowed for every call of these chats. */
  allowScripts?: true
  contextMode(): ContextMode
  /** How often each tool was called before Skillet started; infinitely often if the person pinned it. */
  used(): ReadonlyMap<string, number>
  runCall: RunCall
  publish(...facts: NewFact[]): Promise<void>
  /** Records facts with long texts beside them; returns the recorded facts. */
  record(facts: NewFact[], texts?: string[]): Promise<Fact[]>
  tick(tick: Tick): void
  readChat(chat: string): Promise<Fact[]>
  readText(sha256: string): Promise<string | null>
  readWhole(chat: string, call: string): Promise<string | null>
  /** Whether a model may read ahead, by the setting, by the battery and by what else it does. */
  mayReadAhead?(): boolean
  reportBug(error: unknown): void
}

/** `queued`: the id of the waiting message, if a turn is in progress. */
type SendReply = Reply<{ accepted: true; queued?: string }>

/** The pictures of a message. They are recorded only once nothing prevents sending. */
export interface Attached {
  images: readonly Picture[]
  servers?: readonly string[]
  keep?(): Promise<void>
}

type Outgoing = [chat: string, text: string, replaces?: string, attached?: Attached, model?: string]

/** Only to learn whether the model takes pictures; if Ollama does not answer, the turn reports it. */
const MEET_MS = 20_000

export function makeChats(ports: ChatPorts) {
  const { index, models, readings } = ports
  const running = new Map<string, { stop: AbortController; ended: Promise<void>; model?: string | undefined }>()
  const ahead = makeReadAhead(ports, readings, () => running.size > 0)
  /** Messages just leaving the queue, so that a double click counts once. */
  const dequeuing = new Set<string>()
  let isClosing = false

  /** A refused message must not keep other work waiting. */
  async function send(...asked: Outgoing): Promise<SendReply> {
    const sent = await trySending(...asked)
    if (!sent.ok) startNext(asked[0])
    return sent
  }

  async function trySending(...[chat, text, replaces, attached, model]: Outgoing): Promise<SendReply> {
    const { images = [], servers } = attached ?? {}
    const inTheWay = findInTheWay(chat, text, images, replaces)
    if (inTheWay) return inTheWay
    const unknown = replaces === undefined ? null : await withChatLock(chat, requireTurn(chat, replaces))
    if (unknown) return unknown
    if (attached && images.length > 0) {
      const met = await models.meet(model ?? ports.model(), AbortSignal.timeout(MEET_MS))
      const blindness = checkVision(met, images)
      if (blindness) return refuse(blindness.code, blindness.message)
      await attached.keep?.()
      const meanwhile = findInTheWay(chat, text, images, replaces)
      if (meanwhile) return meanwhile
    }
    if (!running.has(chat)) {
      const hasRead = await begin(chat, { text, images, servers, replaces, model })
      return hasRead ? reply({ accepted: true }) : refuse('INTERNAL', message('chat-unread'))
    }
    const queued = randomUUID()
    await ports.publish({ type: 'message.queued', chat, message: queued, text, ...broughtIn({ images, servers }) })
    startNext(chat)
    return reply({ accepted: true, queued })
  }

  function findInTheWay(chat: string, text: string, images: readonly Picture[], replaces?: string) {
    if (text === '' && images.length === 0) return refuse('MESSAGE_EMPTY', message('message-empty'))
    if (!index.has(chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
    const inTheWay = replaces === undefined ? null : findBusy(chat)
    if (inTheWay) return inTheWay
    const obstacle = models.obstacle()
    return obstacle && refuse(obstacle.code, obstacle.message)
  }

  /** The path before a turn in progress must not change. */
  function findBusy(chat: string): Reply<never> | null {
    if (running.has(chat)) return refuse('CHAT_BUSY', message('chat-busy'))
    if (index.isWaiting(chat)) return refuse('CHAT_BUSY', message('chat-waits-for-approval'))
    return null
  }

  async function requireTurn(chat: string, turn: string): Promise<Reply<never> | null> {
    const has = await index.hasTurn(chat, turn)
    return has ? null : refuse('MESSAGE_UNKNOWN', message('no-such-message'))
  }

  /** Sends the message of this turn again as a new version, optionally to another model. */
  async function regenerate(chat: string, turn: string, model?: string): Promise<Reply<{ accepted: true }>> {
    const asked = index.has(chat) ? findAsked(await ports.readChat(chat), turn) : undefined
    if (!asked) return refuse('MESSAGE_UNKNOWN', message('no-such-message'))
    const sent = await send(chat, asked.content, turn, { images: [], ...broughtIn(asked) }, model)
    return sent.ok ? reply({ accepted: true }) : sent
  }

  async function chooseBranch(chat: string, turn: string): Promise<Reply<{ chosen: true }>> {
    const inTheWay = findBusy(chat)
    if (inTheWay) return inTheWay
    const choose = async () => {
      const unknown = await requireTurn(chat, turn)
      if (!unknown) await ports.publish({ type: 'branch.chosen', chat, turn })
      return unknown
    }
    const unknown = await withChatLock(chat, choose(), () => startNext(chat))
    return unknown ?? reply({ chosen: true })
  }

  /** Messages sent meanwhile wait, so that the model reads the path on which its turn is recorded. */
  function withChatLock<T>(chat: string, work: Promise<T>, andThen = () => {}): Promise<T> {
    const done = work.finally(() => {
      running.delete(chat)
      andThen()
    })
    const ended = Promise.allSettled([done]).then(() => undefined)
    running.set(chat, { stop: new AbortController(), ended })
    return done
  }

  /** False if the chat could not be read, so that the message is not on record. */
  function begin(
    chat: string,
    message: Pick<Asked, 'text' | 'images' | 'servers' | 'replaces' | 'model'>,
    queued?: string,
  ): Promise<boolean> {
    ahead.stop()
    const stop = new AbortController()
    const facts = ports.readChat(chat)
    const asked = { chat, ...message, facts, queued, signal: stop.signal }
    const turn = ports.modelUse.during(() => takeTurn(ports, readings, asked)).catch(ports.reportBug)
    if (queued !== undefined) dequeuing.add(queued)
    const ended = turn.then(() => {
      running.delete(chat)
      if (queued !== undefined) dequeuing.delete(queued)
      // If it is still queued, it could not be recorded as sent, and the next one would fail as well.
      if (!isQueued(chat, queued)) startNext(chat)
    })
    running.set(chat, { stop, ended, model: message.model })
    return facts.then(
      () => true,
      () => false,
    )
  }

  /** Checks and starts in one step, so that nothing can come in between. */
  function startNext(chat: string): void {
    if (isClosing || running.has(chat)) return
    const next = index.queued(chat).find(({ isHeld }) => !isHeld)
    if (next) begin(chat, next, next.message)
  }

  /** Sends it now or after the current turn; false if it no longer waits. */
  async function sendQueued(chat: string, message: string): Promise<boolean> {
    const waiting = index.queued(chat).find((queued) => queued.message === message)
    if (!waiting || dequeuing.has(message)) return false
    const { text } = waiting
    const brought = broughtIn(waiting)
    if (!running.has(chat)) {
      begin(chat, { text, ...brought }, message)
      return true
    }
    const again: NewFact = { type: 'message.queued', chat, message: randomUUID(), text, ...brought }
    await leave(message, { type: 'message.unqueued', chat, message }, again)
    startNext(chat)
    return true
  }

  /** False if it no longer waits. */
  async function unqueue(chat: string, message: string): Promise<boolean> {
    if (!isQueued(chat, message) || dequeuing.has(message)) return false
    await leave(message, { type: 'message.unqueued', chat, message })
    return true
  }

  const isQueued = (chat: string, message: string | undefined) =>
    index.queued(chat).some((queued) => queued.message === message)

  async function leave(message: string, ...facts: NewFact[]): Promise<void> {
    dequeuing.add(message)
    await ports.publish(...facts).finally(() => dequeuing.delete(message))
  }

  /** Lets the model read the beginning of the next message; true once it has. */
  const readAhead = (chat: string | null): Promise<boolean> =>
    ahead.begin(chat).catch((error: unknown) => {
      ports.reportBug(error)
      return false
    })

  return {
    create: async (): Promise<string> => {
      const chat = randomUUID()
      await ports.publish({ type: 'chat.created', chat, title: 'New chat', model: null })
      return chat
    },
    send,
    regenerate,
    chooseBranch,
    sendQueued,
    unqueue,
    /** Resolves once the turn has ended and its children are gone; false if none was running. */
    stop: async (chat: string): Promise<boolean> => {
      const turn = running.get(chat)
      turn?.stop.abort()
      await turn?.ended
      return turn !== undefined
    },
    /** Resolves once nothing runs in the chat and nothing more will start by itself. */
    settled: async (chat: string): Promise<void> => {
      for (let turn = running.get(chat); turn; turn = running.get(chat)) await turn.ended
    },
    /** Runs a model turn inside a call, by the model of the turn that made the call. */
    takeInner: (turn: InnerTurn): Promise<TurnEnded> =>
      ports.modelUse.during(() => takeInnerTurn(ports, readings, turn, running.get(turn.chat ?? '')?.model)),
    readAhead,
    stopReadingAhead: ahead.stop,
    /** Reads ahead for a new chat after something replaced what models had read. */
    readAgain(): Promise<boolean> {
      for (const reading of readings.values()) delete reading.last
      return readAhead(null)
    },
    stopAll: async (): Promise<void> => {
      ahead.stop()
      isClosing = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
