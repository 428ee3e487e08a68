import type { CallName } from '#shared/calls'
import type { Picture } from '#shared/picture'
import { joinDraft, MOST_IN_BOX, toDraft } from './long-texts.ts'
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
  /** Puts a text file that the person chooses into what is being written, or a picture beside it. */
  attachFile(): Promise<void>
}

/** How long it is said where a chat was written to. */
const SAID_MS = 10_000

export function makeThreadActions({ get, set, ask, ports }: Context): ThreadActions {
  return {
    rewrite(turn) {
      const said = get().chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      if (said?.kind === 'message') set({ rewriting: { turn, ...toDraft(said.content), images: said.images ?? [] } })
    },
    setRewritten: (text) => set(({ rewriting }) => ({ rewriting: rewriting && { ...rewriting, text } })),
    stopRewriting: () => set({ rewriting: null }),
    async sendRewritten() {
      const { open, rewriting, isSending } = get()
      if (open === null || !rewriting || isSending) return
      const { turn, images } = rewriting
      const text = joinDraft(rewriting.text, rewriting.longTexts)
      if (text.trim() === '' && images.length === 0) return
      set({ isSending: true })
      const sent = await ask('chat.send', { chat: open, text, replaces: turn, ...namesOf(images) })
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
      const { file, picture } = (await ask('file.attach', {})) ?? { file: null }
      if (picture) get().addPicture(picture)
      if (!file) return
      const { rewriting, drafts, open, addLongText, setDraft, setRewritten } = get()
      const fenced = fenceFile(file)
      if (fenced.length > MOST_IN_BOX) return addLongText(fenced)
      const before = rewriting ? rewriting.text : (drafts.get(open ?? NEW_CHAT) ?? '')
      const text = [before.trimEnd(), fenced].filter(Boolean).join('\n\n')
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

export const namesOf = (images: readonly Picture[]): { images?: string[] } =>
  images.length > 0 ? { images: images.map(({ sha256 }) => sha256) } : {}

/** What went wrong with these is said where the message is written, while that is in view. */
export const TOLD_AT_COMPOSER: ReadonlySet<string> = new Set<CallName>([
  ...(['chat.send', 'chat.create', 'chat.regenerate', 'chat.chooseBranch'] as const),
  ...(['chat.export', 'chat.import', 'file.attach', 'image.stage'] as const),
])
