import { emptyChat, foldFacts } from '#shared/chat'
import type { Fact } from '#shared/facts'
import { quiet } from './live.ts'
import { type Actions, type Context, NEW_CHAT, type State } from './state.ts'

type ChatActions = Pick<
  Actions,
  'newChat' | 'openChat' | 'send' | 'stop' | 'answer' | 'renameChat' | 'deleteChat' | 'setDraft' | 'readOutput'
>

const ABOUT_SENDING: ReadonlySet<string> = new Set(['chat.create', 'chat.send'])

/** Facts of the chat that is being read, which arrive before the reading is done. */
export interface Arrivals {
  chat: string | null
  facts: Fact[]
}

export function makeChatActions({ get, set, ask, ports }: Context, arrivals: Arrivals): ChatActions {
  const closed = { chat: null, live: quiet, outputs: new Map(), inspected: null } satisfies Partial<State>

  /** Shows the chat once its facts are here; meanwhile what is pushed is kept for it. */
  async function readChat(chat: string, call?: string): Promise<boolean> {
    arrivals.chat = chat
    arrivals.facts = []
    const read = await ask('chat.read', { chat })
    if (arrivals.chat !== chat) return false
    arrivals.chat = null
    if (!read) return false
    const state = foldFacts(foldFacts(emptyChat(chat), read.facts), arrivals.facts)
    const inspected = call !== undefined && state.calls.has(call) ? call : null
    set({ ...closed, open: chat, chat: state, live: { ...quiet, isPartial: state.turn !== null }, inspected })
    return true
  }

  return {
    newChat() {
      arrivals.chat = null
      set({ ...closed, open: null, view: 'chat' })
    },
    async openChat(chat, call) {
      if (get().open === chat && get().chat) {
        set({ view: 'chat', ...(call !== undefined && { inspected: call, isInspectorOpen: true }) })
        return
      }
      set({ ...closed, open: chat, view: 'chat', ...(call !== undefined && { isInspectorOpen: true }) })
      const isThere = await readChat(chat, call)
      if (!isThere && arrivals.chat === null && get().open === chat && !get().chat) get().newChat()
    },
    async send(text) {
      if (text.trim() === '' || get().isSending) return
      set(({ problems }) => ({ isSending: true, problems: problems.filter(({ about }) => !ABOUT_SENDING.has(about)) }))
      const from = get().open ?? NEW_CHAT
      const chat = get().open ?? (await createChat())
      const accepted = chat !== undefined && (await ask('chat.send', { chat, text }))
      if (accepted) {
        set(({ drafts }) => ({ drafts: drafts.get(from) === text ? withDraft(drafts, from, '') : drafts }))
      } else if (chat !== undefined && from === NEW_CHAT) {
        set(({ drafts }) => ({ drafts: withDraft(withDraft(drafts, NEW_CHAT, ''), chat, text) }))
      }
      set({ isSending: false })
    },
    async stop() {
      const { open } = get()
      if (open !== null) await ask('chat.stop', { chat: open })
    },
    async answer(call, digest, decision) {
      if (get().answering.has(call)) return
      set(({ answering }) => ({ answering: new Set(answering).add(call) }))
      await ask('approval.answer', { call, digest, decision })
      set(({ answering }) => ({ answering: new Set([...answering].filter((id) => id !== call)) }))
    },
    async renameChat(chat, title) {
      const trimmed = title.trim()
      if (trimmed !== '') await ask('chat.rename', { chat, title: trimmed.slice(0, 200) })
    },
    async deleteChat(chat) {
      const deleted = await ask('chat.delete', { chat })
      if (deleted && get().open === chat) get().newChat()
    },
    setDraft(text) {
      set(({ drafts, open }) => ({ drafts: withDraft(drafts, open ?? NEW_CHAT, text) }))
    },
    async readOutput(run) {
      const known = get().outputs.get(run)
      if (known && known.state !== 'lost') return
      const keep = (output: Parameters<typeof withOutput>[2]) =>
        set(({ outputs }) => ({ outputs: withOutput(outputs, run, output) }))
      keep({ state: 'reading' })
      const reply = await ports.call('run.output', { run })
      keep(reply.ok ? { state: 'here', ...reply.value } : { state: 'lost', message: reply.error.message })
    },
  }

  async function createChat(): Promise<string | undefined> {
    const created = await ask('chat.create', {})
    if (!created) return undefined
    return (await readChat(created.chat)) ? created.chat : undefined
  }
}

function withDraft(drafts: State['drafts'], chat: string, text: string): State['drafts'] {
  const next = new Map(drafts)
  if (text === '') next.delete(chat)
  else next.set(chat, text)
  return next
}

function withOutput(
  outputs: State['outputs'],
  run: string,
  output: Exclude<ReturnType<State['outputs']['get']>, undefined>,
) {
  return new Map(outputs).set(run, output)
}
