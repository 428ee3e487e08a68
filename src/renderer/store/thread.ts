import { type Context, NEW_CHAT } from './state.ts'

/** What is done with a chat as it stands: saying something anew, going between versions, taking it along. */
export interface ThreadActions {
  /** Takes what was said in this turn to where the next message is written. */
  rewrite(turn: string): void
  setRewritten(text: string): void
  stopRewriting(): void
  sendRewritten(): Promise<void>
  regenerate(turn: string): Promise<void>
  chooseBranch(turn: string): Promise<void>
  exportChat(format: 'markdown' | 'jsonl'): Promise<void>
  /** Puts a text file that the person chooses into what is being written. */
  attachFile(): Promise<void>
}

/** How long it is said where a chat was written to. */
const SAID_MS = 10_000

export function makeThreadActions({ get, set, ask, ports }: Context): ThreadActions {
  return {
    rewrite(turn) {
      const said = get().chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      if (said?.kind === 'message') set({ rewriting: { turn, text: said.content } })
    },
    setRewritten: (text) => set(({ rewriting }) => ({ rewriting: rewriting && { ...rewriting, text } })),
    stopRewriting: () => set({ rewriting: null }),
    async sendRewritten() {
      const { open, rewriting, isSending } = get()
      if (open === null || !rewriting || isSending || rewriting.text.trim() === '') return
      set({ isSending: true })
      const sent = await ask('chat.send', { chat: open, text: rewriting.text, replaces: rewriting.turn })
      set(({ rewriting: now }) => ({ isSending: false, ...(sent && now === rewriting && { rewriting: null }) }))
    },
    async regenerate(turn) {
      const { open } = get()
      if (open !== null) await ask('chat.regenerate', { chat: open, turn })
    },
    async chooseBranch(turn) {
      const { open } = get()
      if (open !== null) await ask('chat.chooseBranch', { chat: open, turn })
    },
    async attachFile() {
      const { file } = (await ask('file.attach', {})) ?? { file: null }
      if (!file) return
      const { rewriting, drafts, open, setDraft, setRewritten } = get()
      const before = rewriting ? rewriting.text : (drafts.get(open ?? NEW_CHAT) ?? '')
      const text = [before.trimEnd(), fenceFile(file)].filter(Boolean).join('\n\n')
      if (rewriting) setRewritten(text)
      else setDraft(text)
    },
    async exportChat(format) {
      const { open } = get()
      if (open === null) return
      const { file } = (await ask('chat.export', { chat: open, format })) ?? { file: null }
      if (file === null) return
      set({ writtenTo: file })
      ports.later(() => set(({ writtenTo }) => (writtenTo === file ? { writtenTo: null } : {})), SAID_MS)
    },
  }
}

/** As the model and the person both read it: its name, then its text in a fence longer than any it holds. */
export function fenceFile({ name, text }: { name: string; text: string }): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${name}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}\n`
}
