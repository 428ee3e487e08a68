import type { RequestName } from '#renderer/bridge.ts'
import { withVersions } from '#shared/chat/branches'
import { type ChatState, emptyChat, foldEarlier, foldFacts } from '#shared/chat/chat'
import type { QueuedMessage } from '#shared/chat/chat-state'
import { foldTicks, isPassing, type Live, quiet, settleLive } from '#shared/chat/live'
import type { Fact, Push } from '#shared/facts'
import type { ImportedChat } from '#shared/requests/chat-requests'
import type { ChatSummary } from '#shared/requests/requests'
import type { App } from './app.ts'
import { type Draft, draftIn, EMPTY, wholeText } from './drafts.ts'
import { modelUsed } from './models.ts'
import { type Context, type RunOutput, readOf, withEntry } from './state.ts'

/** Fills any window. Earlier pages are longer, because someone who scrolls back wants a lot. */
const FIRST_PAGE = 300
const NEXT_PAGE = 600

/** How long a deletion can be undone where it was made. */
const UNDO_MS = 10_000

const SAID_MS = 10_000

const ABOUT_SENDING: ReadonlySet<string> = new Set(['chat.create', 'chat.send'])

/** Problems with these requests are shown at the composer while it is visible. */
export const TOLD_AT_COMPOSER: ReadonlySet<string> = new Set<RequestName>([
  ...(['chat.send', 'chat.create', 'chat.regenerate', 'chat.chooseBranch'] as const),
  ...(['chat.export', 'chat.import', 'file.attach', 'image.stage', 'server.prompt', 'server.resource'] as const),
])

/** What was pushed while its chat was being read. */
export interface Arrivals {
  chat: string | null
  pushes: Push[]
}

const noChat = {
  /** An entry to scroll to, by the seq of its fact. */
  target: null as number | null,
  isRenaming: false,
  /** The turn for which another model is being chosen. */
  answeringAgain: null as string | null,
  /** Null while it loads, and for a new chat. */
  chat: null as ChatState | null,
  /** What precedes the loaded part of the chat; null if nothing does. */
  earlier: null as { before: number; isReading: boolean } | null,
  live: quiet,
  outputs: new Map() as ReadonlyMap<string, RunOutput>,
}

export const summaryIn = ({ open, summaries }: Pick<App, 'open' | 'summaries'>): ChatSummary | undefined =>
  summaries.find(({ chat }) => chat === open)

/** Nothing of the chat before stays. */
const closed = {
  ...noChat,
  ...{ find: null, inspected: null, inspectedTurn: null, inspectorSide: 'call', inspectorTab: null },
} satisfies Partial<App>

export function makeChats({ get, set, ask, ports }: Context, arrivals: Arrivals) {
  /** Shows the chat once its facts are loaded; collects what is pushed meanwhile. */
  async function readChat(chat: string): Promise<boolean> {
    const pushes: Push[] = []
    arrivals.chat = chat
    arrivals.pushes = pushes
    const read = await ask('chat.read', { chat, limit: FIRST_PAGE })
    // Another read has started, which takes over what was collected.
    if (arrivals.chat !== chat || arrivals.pushes !== pushes) return false
    arrivals.chat = null
    if (!read) return false
    const { facts, title, hasEarlier, queued, versions } = read
    const arrived = pushes.flatMap((push) => (push.kind === 'fact' ? [push.fact] : []))
    const before = {
      ...foldFacts({ ...emptyChat(chat), title, versions: withVersions(new Map(), ...versions) }, facts),
      queued: withoutArrivals(queued, arrived),
    }
    const state = foldFacts(before, arrived)
    const earlier = hasEarlier ? { before: facts[0]?.seq ?? 0, isReading: false } : null
    const live = pushes.reduce(foldPush, read.live ?? quiet)
    set({ ...closed, open: chat, chat: state, earlier, live })
    return true
  }

  return {
    ...noChat,
    summaries: [] as readonly ChatSummary[],
    /** The visible chat; null is a new one. */
    open: null as string | null,
    /** Counts requests for a new chat; each one focuses the composer. */
    newChats: 0,
    /** The model has read the beginning of the visible chat's next message. */
    isReady: false,
    isSending: false,
    /** The file a chat was exported to, for a moment. */
    writtenTo: null as string | null,
    /** The last import, until the person has read about it. */
    imported: null as ImportedChat | null,
    /** A chat that was just deleted, for undo. */
    deleted: null as { chat: string; title: string } | null,
    newChat(): void {
      arrivals.chat = null
      set(({ newChats }) => ({ ...closed, open: null, view: 'chat', newChats: newChats + 1 }))
    },
    async openChat(chat: string): Promise<void> {
      if (get().open === chat && get().chat) return set({ view: 'chat' })
      set({ ...closed, open: chat, view: 'chat' })
      const isThere = await readChat(chat)
      if (!isThere && arrivals.chat === null && get().open === chat && !get().chat) get().newChat()
    },
    /** Lets the model read the chat's beginning. */
    async readAhead(chat: string | null, isTyping = false): Promise<void> {
      // Keeps showing the state: the model was ready a moment ago.
      if (!isTyping) set({ isReady: false })
      const read = await ports.call('chat.readAhead', chat === null ? {} : { chat })
      const { open, ollama, refreshOllama } = get()
      if (open !== chat) return
      const isReady = read.ok && read.value.isReady
      set({ isReady })
      // It was loaded after the last look.
      if (isReady && ollama?.state === 'ready' && !modelUsed(get())?.isLoaded) await refreshOllama()
    },
    /** Loads the page before, or everything from one fact on. */
    async readEarlier(from?: number): Promise<void> {
      const { chat, earlier } = get()
      if (!chat || !earlier || earlier.isReading || (from !== undefined && from >= earlier.before)) return
      const { before } = earlier
      const reading = { before, isReading: true }
      set({ earlier: reading })
      const read = await ask('chat.read', { chat: chat.chat, before, ...(from ? { from } : { limit: NEXT_PAGE }) })
      const now = get()
      if (now.earlier !== reading || !now.chat) return
      if (!read) set({ earlier: { before, isReading: false } })
      else {
        const first = read.facts[0]?.seq ?? 0
        set({
          chat: foldEarlier(now.chat, read.facts),
          earlier: read.hasEarlier ? { before: first, isReading: false } : null,
        })
      }
    },
    /** Reloads the visible chat and scrolls to a turn. */
    async showTurn(turn: string): Promise<void> {
      const { open } = get()
      if (open === null || !(await readChat(open))) return
      const find = () => get().chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      while (get().open === open && !find() && get().earlier) await get().readEarlier()
      const entry = find()
      if (get().open === open && entry) set({ target: entry.seq })
    },
    /** Sends what is written in the visible chat, or just this text. */
    async send(given?: string): Promise<void> {
      const { open, isSending } = get()
      const draft: Draft = given === undefined ? draftIn(get()) : { ...EMPTY, text: given }
      const { images, servers, turn } = draft
      const text = wholeText(draft)
      if ((text.trim() === '' && images.length === 0) || isSending) return
      set(({ problems }) => ({
        isSending: true,
        isReady: false,
        problems: problems.filter(({ about, chat }) => chat !== open || !ABOUT_SENDING.has(about)),
      }))
      const chat = open ?? (await createChat())
      if (chat !== undefined) {
        if (open === null) {
          get().beginChat(chat)
          await get().takeFreshChoices(chat)
        }
        const accepted = await ask('chat.send', {
          ...{ chat, text },
          ...(turn !== undefined && { replaces: turn }),
          ...(images.length > 0 && { images: images.map(({ sha256 }) => sha256) }),
          ...(servers.length > 0 && { servers: [...servers] }),
        })
        if (accepted) get().forgetDraft(draft, open)
        else if (open === null) get().moveDraft(draft, chat)
      }
      set({ isSending: false })
    },
    async stop(): Promise<void> {
      const { open } = get()
      if (open !== null) await ask('chat.stop', { chat: open })
    },
    async renameChat(chat: string, title: string): Promise<void> {
      const trimmed = title.trim()
      if (trimmed !== '') await ask('chat.rename', { chat, title: trimmed.slice(0, 200) })
    },
    async deleteChat(chat: string): Promise<void> {
      const title = get().summaries.find((summary) => summary.chat === chat)?.title ?? ''
      if (!(await ask('chat.delete', { chat }))) return
      if (get().open === chat) get().newChat()
      set({ deleted: { chat, title } })
      ports.later(() => set(({ deleted }) => (deleted?.chat === chat ? { deleted: null } : {})), UNDO_MS)
    },
    async restoreChat(chat: string): Promise<void> {
      if (!(await ask('chat.restore', { chat }))) return
      set({ deleted: null })
      await get().openChat(chat)
    },
    /** Asks which model should answer this turn again; null closes it. */
    chooseAnswerer: (turn: string | null): void => set({ answeringAgain: turn }),
    async regenerate(turn: string, model?: string): Promise<void> {
      const { open } = get()
      set({ answeringAgain: null })
      if (open !== null) await ask('chat.regenerate', { chat: open, turn, ...(model !== undefined && { model }) })
    },
    async chooseBranch(turn: string): Promise<void> {
      const { open } = get()
      if (open !== null) await ask('chat.chooseBranch', { chat: open, turn })
    },
    async exportChat(format: 'markdown' | 'jsonl'): Promise<void> {
      const { open } = get()
      if (open === null) return
      const { file } = (await ask('chat.export', { chat: open, format })) ?? { file: null }
      if (file === null) return
      set({ writtenTo: file })
      ports.later(() => set(({ writtenTo }) => (writtenTo === file ? { writtenTo: null } : {})), SAID_MS)
    },
    async importChat(): Promise<void> {
      const { imported } = (await ask('chat.import', {})) ?? { imported: null }
      if (!imported) return
      await get().openChat(imported.chat)
      set({ imported })
    },
    dismissImported: (): void => set({ imported: null }),
    async readOutput(run: string): Promise<void> {
      const known = get().outputs.get(run)
      if (known && known.state !== 'lost') return
      const keep = (output: RunOutput) => set(({ outputs }) => ({ outputs: withEntry(outputs, run, output) }))
      keep({ state: 'reading' })
      const reply = await ports.call('run.output', { run })
      keep(readOf(reply))
    },
  }

  async function createChat(): Promise<string | undefined> {
    const { freshChat } = get()
    const created = freshChat === null ? await ask('chat.create', {}) : { chat: freshChat }
    if (!created) return undefined
    set({ freshChat: null })
    const isHere = () => get().open === null
    // A person who opened another chat meanwhile stays there, and the message is sent all the same.
    if (isHere() && !(await readChat(created.chat)) && isHere()) return undefined
    return created.chat
  }
}

/** Pushes that main already included change nothing. */
function foldPush(live: Live, push: Push): Live {
  if (push.kind === 'fact') return settleLive(live, push.fact)
  return push.kind === 'tick' && isPassing(push.tick) ? foldTicks(live, [push.tick]) : live
}

/** Main may have read the queue after the facts. */
function withoutArrivals(queued: readonly QueuedMessage[], facts: readonly Fact[]): readonly QueuedMessage[] {
  const arrived = new Set(facts.flatMap((fact) => (fact.type === 'message.queued' ? [fact.message] : [])))
  return queued.filter(({ message }) => !arrived.has(message))
}
