import type { Output } from '#renderer/bridge.ts'
import {
  isPictureType,
  isSkillArchive,
  MOST_ATTACHED,
  MOST_PICTURE_BYTES,
  MOST_PICTURES,
  type Picture,
  saysTool,
} from '#shared/chat/picture'
import { say, sayMessage, spokenLanguage, type Text } from '#shared/messages/say'
import { draftIn } from './drafts.ts'
import type { Context } from './state.ts'

type AttachedFile = Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>

/** A small picture for the thread: loading, loaded, or lost. */
type Thumbnail = { state: 'reading' } | { state: 'here'; url: string } | { state: 'lost' }

type Thumbnails = ReadonlyMap<string, Thumbnail>

const MOST_THUMBNAILS = 400

/** Texts go into the message that is being written, pictures next to it. */
export function makeAttachments({ get, set, ask, tell, ports }: Context) {
  const report = (chat: string | null, ...messages: readonly string[]) =>
    messages.length > 0 && tell({ about: 'file.attach', code: 'FILE_NOT_ATTACHED', message: messages.join(' ') }, chat)

  const imagesIn = (key: string) => get().drafts.get(key)?.images ?? []
  const hasRoom = (key: string) => imagesIn(key).length < MOST_PICTURES

  async function attachPicture(file: AttachedFile, place: () => string, chat: string | null): Promise<void> {
    if (!hasRoom(place())) return void report(chat, tooMany(file.name))
    if (file.size > MOST_PICTURE_BYTES) {
      const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
      const values = { size: (file.size / 1e6).toLocaleString(spokenLanguage(), one), most: MOST_PICTURE_BYTES / 1e6 }
      const why = say(
        'it has {size} MB; the limit is {most} MB. Make it smaller, or attach only the part that matters.',
        values,
      )
      return void report(chat, notAttached(file.name, why))
    }
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!bytes || bytes.byteLength === 0) return void report(chat, notAttached(file.name, say(UNREADABLE)))
    const staged = await ask('image.stage', { name: file.name || say('Picture'), data: toBase64(bytes) })
    if (staged) add(staged.picture, place())
  }

  function add(picture: Picture, key: string): boolean {
    const images = imagesIn(key)
    const isThere = images.some(({ sha256 }) => sha256 === picture.sha256)
    const isTaken = !isThere && hasRoom(key)
    if (isTaken) get().write({ images: [...images, picture] }, key)
    else void ask('image.unstage', { image: picture.sha256 })
    return isThere || isTaken
  }

  function takeFiles({ files, pictures, refused }: Output<'file.attach'>, key: string, chat: string | null): void {
    const notTaken = pictures.filter((picture) => !add(picture, key)).map(({ name }) => tooMany(name))
    for (const file of files) get().addText(fenceFile(file), key)
    report(chat, ...refused.map(sayMessage), ...notTaken)
  }

  /** Dropped or pasted files. Ignores what is not a picture and reports what cannot be taken. */
  async function attachPictures(files: readonly AttachedFile[], place = get().keepPlace()): Promise<void> {
    const { open } = get()
    const pictures = files.filter(({ type }) => isPictureType(type))
    if (pictures.length > 0) get().show('chat')
    for (const file of pictures) await attachPicture(file, place, open)
  }

  return {
    /** By hash. */
    thumbnails: new Map() as Thumbnails,
    /** The enlarged picture; its address is set once it is loaded. */
    enlarged: null as { picture: Picture; url: string | null } | null,
    attachPictures,
    removePicture(sha256: string): void {
      const { images, turn } = draftIn(get())
      const has = ({ images }: { images?: readonly Picture[] }) => images?.some((one) => one.sha256 === sha256) === true
      const said = get().chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      get().write({ images: images.filter((picture) => picture.sha256 !== sha256) })
      // One of the message that is edited was not staged for it, but perhaps for another.
      if (turn === undefined || said?.kind !== 'message' || !has(said)) void ask('image.unstage', { image: sha256 })
    },
    /** By its place: the same text may be there twice. */
    removeLongText(at: number): void {
      get().write({ longTexts: draftIn(get()).longTexts.toSpliced(at, 1) })
    },
    takeFiles,
    /** Chosen in a dialog of the system. */
    async attachFiles(): Promise<void> {
      const { open, keepPlace } = get()
      const place = keepPlace()
      const chosen = await ask('file.attach', {})
      if (chosen) takeFiles(chosen, place(), open)
    },
    /** Archives are treated as skills. */
    async attachDropped(files: readonly AttachedFile[]): Promise<void> {
      const { open, keepPlace } = get()
      const place = keepPlace()
      const texts = files.filter(({ name, type }) => !isPictureType(type) && !isSkillArchive(name))
      await attachPictures(files, place)
      for (const file of texts) {
        const text = await readText(file)
        if (typeof text === 'string' && saysTool(file.name, text)) continue
        get().showDraft(place())
        if (typeof text === 'string') get().addText(fenceFile({ name: file.name, text }), place())
        else report(open, notAttached(file.name, text.why))
      }
    },
    async readThumbnail({ sha256, width, height }: Picture): Promise<void> {
      if (get().thumbnails.has(sha256)) return
      const keep = (thumbnail: Thumbnail) =>
        set(({ thumbnails }) => ({ thumbnails: withThumbnail(thumbnails, sha256, thumbnail) }))
      keep({ state: 'reading' })
      const reply = await ports.call('image.read', { image: sha256 })
      if (!reply.ok) return keep({ state: 'lost' })
      const { type, data } = reply.value
      const whole = `data:${type};base64,${data}`
      const url = (await ports.shrink?.(whole, { width, height }).catch(() => undefined)) ?? whole
      keep({ state: 'here', url })
    },
    async enlarge(picture: Picture | null): Promise<void> {
      set({ enlarged: picture && { picture, url: null } })
      if (!picture) return
      const url = await get().readMedia(picture.sha256)
      set(({ enlarged }) => (enlarged?.picture === picture ? { enlarged: url === null ? null : { picture, url } } : {}))
    },
    /** A picture or sound as an address; null if the record no longer has it. */
    async readMedia(sha256: string): Promise<string | null> {
      const read = await ask('image.read', { image: sha256 })
      return read ? `data:${read.type};base64,${read.data}` : null
    },
  }
}

const notAttached = (name: string, why: string) => say('{name} was not attached: {why}', { name, why })

function tooMany(name: string): string {
  const values = { count: MOST_PICTURES }
  return notAttached(
    name,
    say('a message can have {count} pictures. Remove one, or send it with the next message.', values),
  )
}

const NOT_TEXT = 'it is neither text nor a picture that can be shown.' satisfies Text
const UNREADABLE = 'it cannot be read. Check that the file still exists.' satisfies Text

/** A whole text file, or why it cannot be attached. */
async function readText(file: AttachedFile): Promise<string | { why: string }> {
  if (file.size > MOST_ATTACHED) return { why: say('it is larger than 256 KiB. Attach only the part that matters.') }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? { why: say(NOT_TEXT) } : text
  } catch (error) {
    // A missing file is not a decoding error.
    return { why: say(error instanceof TypeError ? NOT_TEXT : UNREADABLE) }
  }
}

/** As both the model and the person read it: its name, then its text in a fence that the text cannot close. */
function fenceFile({ name, text }: { name: string; text: string }): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${name}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}\n`
}

const AT_ONCE = 0x8000

function toBase64(bytes: ArrayBuffer): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.byteLength; at += AT_ONCE) {
    parts.push(String.fromCharCode(...new Uint8Array(bytes, at, Math.min(AT_ONCE, bytes.byteLength - at))))
  }
  return btoa(parts.join(''))
}

/** The oldest goes first; it can be loaded again. */
function withThumbnail(thumbnails: Thumbnails, sha256: string, thumbnail: Thumbnail): Thumbnails {
  const next = new Map(thumbnails).set(sha256, thumbnail)
  const [oldest] = next.keys()
  if (next.size > MOST_THUMBNAILS && oldest !== undefined) next.delete(oldest)
  return next
}

/** Twice its size in the thread, for high-resolution screens. */
const MOST = { width: 480, height: 320 }

/** Decodes a large picture once and keeps a small one. */
export async function shrinkPicture(url: string, size: { width: number; height: number }): Promise<string> {
  const scale = Math.min(1, MOST.width / size.width, MOST.height / size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/webp', 0.9)
}
