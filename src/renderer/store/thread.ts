import type { Output, RequestName } from '#renderer/bridge.ts'
import { isPictureType, isSkillArchive, MOST_ATTACHED, type Picture, saysTool } from '#shared/chat/picture'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { joinDraft, MOST_IN_BOX, toDraft } from './long-texts.ts'
import { serversIn, serverWordsOf } from './offers.ts'
import { notAttached, type PictureFile, tooMany } from './pictures.ts'
import { type Context, NEW_CHAT } from './state.ts'

/** How long an export is mentioned. */
const SAID_MS = 10_000

const NONE_CHOSEN: Output<'file.attach'> = { files: [], pictures: [], refused: [] }

export function makeThreadActions({ get, set, ask, tell, ports }: Context) {
  function addText(more: string): void {
    const { rewriting, drafts, open, addLongText, setDraft, setRewritten } = get()
    const before = rewriting ? rewriting.text : (drafts.get(open ?? NEW_CHAT) ?? '')
    const text = [before.trimEnd(), more].filter(Boolean).join('\n\n')
    if (text.length > MOST_IN_BOX) addLongText(more)
    else if (rewriting) setRewritten(text)
    else setDraft(text)
  }

  const putFile = (file: { name: string; text: string }) => addText(fenceFile(file))

  function takeFiles({ files, pictures, refused }: Output<'file.attach'>): void {
    const notTaken = pictures.filter((picture) => !get().addPicture(picture)).map(({ name }) => tooMany(name))
    files.forEach(putFile)
    const message = [...refused.map(sayMessage), ...notTaken].join(' ')
    if (message !== '') tell({ about: 'file.attach', code: 'FILE_NOT_ATTACHED', message })
  }

  return {
    /** Takes what was said in this turn to where the next message is written. */
    rewrite(turn: string): void {
      const { chat, setEdit } = get()
      const said = chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      if (chat && said?.kind === 'message') {
        setEdit(chat.chat, { turn, ...toDraft(said.content), images: said.images ?? [] })
      }
    },
    setRewritten(text: string): void {
      const { open, rewriting, setEdit } = get()
      if (open !== null && rewriting) setEdit(open, { ...rewriting, text })
    },
    stopRewriting(): void {
      const { open, setEdit } = get()
      if (open !== null) setEdit(open, null)
    },
    async sendRewritten(): Promise<void> {
      const { open, rewriting, isSending } = get()
      if (open === null || !rewriting || isSending) return
      const { turn, images } = rewriting
      const text = joinDraft(rewriting.text, rewriting.longTexts)
      if (text.trim() === '' && images.length === 0) return
      set({ isSending: true })
      const sent = await ask('chat.send', {
        chat: open,
        text,
        replaces: turn,
        ...namesOf(images),
        ...serversIn(serverWordsOf(get())),
      })
      set({ isSending: false })
      if (sent) get().forgetServerWords(open)
      // What could not be sent stays, also where the person has left the chat meanwhile.
      if (sent && get().edits.get(open) === rewriting) get().setEdit(open, null)
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
    /** Appends it to the draft. */
    addText,
    /** Texts go into the draft, pictures next to it; refused files are reported. */
    takeFiles,
    /** Inserts chosen text files into the draft and attaches pictures. */
    attachFiles: async (): Promise<void> => takeFiles((await ask('file.attach', {})) ?? NONE_CHOSEN),
    /** The same for dropped files; archives are treated as skills. */
    async attachDropped(files: readonly PictureFile[]): Promise<void> {
      const texts = files.filter(({ name, type }) => !isPictureType(type) && !isSkillArchive(name))
      await get().attachPictures(files)
      for (const file of texts) {
        const text = await readText(file)
        if (typeof text === 'string' && saysTool(file.name, text)) continue
        get().show('chat')
        if (typeof text === 'string') putFile({ name: file.name, text })
        else tell({ about: 'file.attach', code: 'FILE_NOT_ATTACHED', message: notAttached(file.name, text.why) })
      }
    },
    async exportChat(format: 'markdown' | 'jsonl'): Promise<void> {
      const { open } = get()
      if (open === null) return
      const { file } = (await ask('chat.export', { chat: open, format })) ?? { file: null }
      if (file === null) return
      set({ writtenTo: file })
      ports.later(() => set(({ writtenTo }) => (writtenTo === file ? { writtenTo: null } : {})), SAID_MS)
    },
  }
}

/** A whole text file, or why it cannot be attached. */
async function readText(file: PictureFile): Promise<string | { why: string }> {
  if (file.size > MOST_ATTACHED) return { why: say('it is larger than 256 KiB. Attach only the part that matters.') }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? { why: say(NOT_TEXT) } : text
  } catch (error) {
    // A missing file is not a decoding error.
    return { why: say(error instanceof TypeError ? NOT_TEXT : 'it cannot be read. Check that the file still exists.') }
  }
}

const NOT_TEXT = 'it is neither text nor a picture that can be shown.' satisfies Text

/** As both the model and the person read it: its name, then its text in a fence that the text cannot close. */
export function fenceFile({ name, text }: { name: string; text: string }): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${name}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}\n`
}

export const namesOf = (images: readonly Picture[]): { images?: string[] } =>
  images.length > 0 ? { images: images.map(({ sha256 }) => sha256) } : {}

/** Problems with these requests are shown at the composer while it is visible. */
export const TOLD_AT_COMPOSER: ReadonlySet<string> = new Set<RequestName>([
  ...(['chat.send', 'chat.create', 'chat.regenerate', 'chat.chooseBranch'] as const),
  ...(['chat.export', 'chat.import', 'file.attach', 'image.stage', 'server.prompt', 'server.resource'] as const),
])
