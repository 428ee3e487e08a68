import { withVersions } from '#shared/chat/branches'
import { emptyChat, foldEarlier, foldFacts } from '#shared/chat/chat'
import type { QueuedMessage } from '#shared/chat/chat-state'
import { foldTicks, isPassing, type Live, quiet, settleLive } from '#shared/chat/live'
import type { Picture } from '#shared/chat/picture'
import type { Fact, Push } from '#shared/facts'
import { LONGEST_DRAFT } from '#shared/requests/requests'
import { SAVE_DRAFT_MS } from './edits.ts'
import { toDraft, wholeDraft, withDraft } from './long-texts.ts'
import { serversIn, serverWordsOf } from './offers.ts'
import { type Context, NEW_CHAT, type RunOutput, readOf, type State, withEntry } from './state.ts'
import { namesOf } from './thread.ts'

/** Fills any window. Earlier pages are longer, because someone who scrolls back wants a lot. */
const FIRST_PAGE = 300
const NEXT_PAGE = 600

/** How long a deletion can be undone where it was made. */
const UNDO_MS = 10_000

const ABOUT_SENDING: ReadonlySet<string> = new Set(['chat.create', 'chat.send'])

/** What was pushed while its chat was being read. */
export interface Arrivals {
  chat: string | null
  pushes: Push[]
}

export function makeChatActions({ get, set, ask, ports }: Context, arrivals: Arrivals) {
  const closed = {
    target: null,
    find: null,
    isRenaming: false,
    answeringAgain: null,
    rewriting: null,
    inspectorTab: null,
    chat: null,
    earlier: null,
    live: quiet,
    outputs: new Map(),
    inspected: null,
    inspectedTurn: null,
    inspectorSide: 'call',
  } satisfies Partial<State>

  const inPlaceOf = (chat: string) => ({ ...closed, open: chat, rewriting: get().edits.get(chat) ?? null })

  const saving = new Map<string, () => void>()

  function saveDraftSoon(chat: string): void {
    saving.get(chat)?.()
    const save = () => {
      const text = get().serverWords.has(chat) ? '' : wholeDraft(get(), chat)
      // What is longer stays in the window alone.
      if (text.length <= LONGEST_DRAFT) void ask('draft.save', { chat: chat === NEW_CHAT ? 'new' : chat, text })
    }
    saving.set(chat, ports.later(save, SAVE_DRAFT_MS))
  }

  /** Shows the chat once its facts are loaded; collects what is pushed meanwhile. */
  async function readChat(chat: string, call?: string): Promise<boolean> {
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
    const inspected = call !== undefined && state.calls.has(call) ? call : null
    const live = pushes.reduce(foldPush, read.live ?? quiet)
    set({ ...inPlaceOf(chat), chat: state, earlier, live, inspected })
    return true
  }

  return {
    newChat(): void {
      arrivals.chat = null
      set(({ newChats }) => ({ ...closed, open: null, view: 'chat', newChats: newChats + 1 }))
    },
    async openChat(chat: string, call?: string): Promise<void> {
      if (get().open === chat && get().chat) {
        set({
          view: 'chat',
          ...(call !== undefined && { inspected: call, inspectorSide: 'call', isInspectorOpen: true }),
        })
        return
      }
      set({ ...inPlaceOf(chat), view: 'chat', ...(call !== undefined && { isInspectorOpen: true }) })
      const isThere = await readChat(chat, call)
      if (!isThere && arrivals.chat === null && get().open === chat && !get().chat) get().newChat()
    },
    /** Lets the model read the chat's beginning. */
    async readAhead(chat: string | null): Promise<void> {
      set({ isReady: false })
      const read = await ports.call('chat.readAhead', chat === null ? {} : { chat })
      if (get().open === chat) set({ isReady: read.ok && read.value.isReady })
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
    async send(text: string, images: readonly Picture[] = []): Promise<void> {
      if ((text.trim() === '' && images.length === 0) || get().isSending) return
      set(({ problems }) => ({
        isSending: true,
        isReady: false,
        problems: problems.filter(({ about }) => !ABOUT_SENDING.has(about)),
      }))
      const from = get().open ?? NEW_CHAT
      const chat = get().open ?? (await createChat())
      if (chat !== undefined && from === NEW_CHAT) await get().takeFreshChoices(chat)
      const accepted =
        chat !== undefined &&
        (await ask('chat.send', { chat, text, ...namesOf(images), ...serversIn(serverWordsOf(get())) }))
      if (accepted) {
        set((state) => (wholeDraft(state, from) === text ? withDraft(state, from, NOTHING) : {}))
        get().forgetPictures(from, images)
        get().forgetServerWords(from)
      } else if (chat !== undefined && from === NEW_CHAT) {
        get().movePictures(NEW_CHAT, chat)
        get().forgetServerWords(NEW_CHAT, chat)
        set((state) => withDraft(withDraft(state, NEW_CHAT, NOTHING), chat, draftOf(state, text)))
      }
      saveDraftSoon(from)
      if (chat !== undefined && from === NEW_CHAT) saveDraftSoon(chat)
      set({ isSending: false })
    },
    async sendQueued(message: string): Promise<void> {
      const { open } = get()
      if (open !== null) await ask('chat.sendQueued', { chat: open, message })
    },
    async unqueue(message: string): Promise<void> {
      const { open } = get()
      if (open !== null) await ask('chat.unqueue', { chat: open, message })
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
    setDraft(text: string): void {
      saveDraftSoon(get().open ?? NEW_CHAT)
      set((state) => withDraft(state, state.open ?? NEW_CHAT, { text }))
    },
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
    return (await readChat(created.chat)) ? created.chat : undefined
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

const NOTHING = { text: '', longTexts: [] }

/** The message in the parts it was written in. */
function draftOf(state: State, text: string) {
  if (wholeDraft(state, NEW_CHAT) !== text) return toDraft(text)
  return { text: state.drafts.get(NEW_CHAT) ?? '', longTexts: state.longTexts.get(NEW_CHAT) ?? [] }
}
