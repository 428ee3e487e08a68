import { isPictureType, MOST_PICTURE_BYTES, MOST_PICTURES, type Picture } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import type { ImportedChat } from '#shared/requests/chat-requests'
import { type Context, NEW_CHAT, withEntry } from './state.ts'

/** A small picture for the thread: loading, loaded, or lost. */
export type Thumbnail = { state: 'reading' } | { state: 'here'; url: string } | { state: 'lost' }

export interface PicturesState {
  /** Attached but not sent, by chat. Main holds the bytes. */
  attached: ReadonlyMap<string, readonly Picture[]>
  /** By hash. */
  thumbnails: ReadonlyMap<string, Thumbnail>
  /** The enlarged picture; its address is set once it is loaded. */
  enlarged: { picture: Picture; url: string | null } | null
  /** The last import, until the person has read about it. */
  imported: ImportedChat | null
}

export type PictureFile = Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>

export const noPictures: PicturesState = { attached: new Map(), thumbnails: new Map(), enlarged: null, imported: null }

const NONE: readonly Picture[] = []
const MOST_THUMBNAILS = 400

export function makePictureActions({ get, set, ask, tell, ports }: Context) {
  const told = (name: string, why: string) =>
    tell({ about: 'image.stage', code: 'PICTURE_REFUSED', message: notAttached(name, why) })

  /** The draft or the edit that is being written. */
  const current = () => {
    const { rewriting, attached, open } = get()
    return rewriting ? rewriting.images : (attached.get(open ?? NEW_CHAT) ?? NONE)
  }

  function put(pictures: readonly Picture[]): void {
    const { rewriting, open } = get()
    if (rewriting && open !== null) get().setEdit(open, { ...rewriting, images: pictures })
    else set(({ attached }) => ({ attached: withPictures(attached, open ?? NEW_CHAT, pictures) }))
  }

  async function attach(file: PictureFile): Promise<void> {
    if (current().length >= MOST_PICTURES) {
      tell({ about: 'image.stage', code: 'PICTURE_REFUSED', message: tooMany(file.name) })
      return
    }
    if (file.size > MOST_PICTURE_BYTES) {
      const values = { size: (file.size / 1e6).toFixed(1), most: MOST_PICTURE_BYTES / 1e6 }
      told(
        file.name,
        say('it has {size} MB; the limit is {most} MB. Make it smaller, or attach only the part that matters.', values),
      )
      return
    }
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!bytes || bytes.byteLength === 0) {
      told(file.name, say('it cannot be read. Check that the file still exists.'))
      return
    }
    const staged = await ask('image.stage', { name: file.name || say('Picture'), data: toBase64(bytes) })
    if (staged) add(staged.picture)
  }

  function add(picture: Picture): boolean {
    const pictures = current()
    const isThere = pictures.some(({ sha256 }) => sha256 === picture.sha256)
    const hasRoom = pictures.length < MOST_PICTURES
    if (isThere || !hasRoom) void ask('image.unstage', { image: picture.sha256 })
    else put([...pictures, picture])
    return isThere || hasRoom
  }

  return {
    /** Dropped or pasted files. Ignores what is not a picture and reports what cannot be taken. */
    async attachPictures(files: readonly PictureFile[]): Promise<void> {
      const pictures = files.filter(({ type }) => isPictureType(type))
      if (pictures.length === 0) return
      get().show('chat')
      for (const file of pictures) await attach(file)
    },
    /** Adds a picture that main holds; false if there are too many. */
    addPicture: add,
    removePicture(sha256: string): void {
      put(current().filter((picture) => picture.sha256 !== sha256))
      void ask('image.unstage', { image: sha256 })
    },
    /** They were sent; main has dropped them. */
    forgetPictures: (chat: string, pictures: readonly Picture[]): void =>
      set(({ attached }) => ({
        attached: withPictures(
          attached,
          chat,
          (attached.get(chat) ?? NONE).filter((one) => !pictures.includes(one)),
        ),
      })),
    /** Moves them to the chat that will be sent. */
    movePictures: (from: string, to: string): void =>
      set(({ attached }) => {
        const pictures = attached.get(from) ?? NONE
        return { attached: withPictures(withPictures(attached, from, NONE), to, pictures) }
      }),
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
    async importChat(): Promise<void> {
      const { imported } = (await ask('chat.import', {})) ?? { imported: null }
      if (!imported) return
      await get().openChat(imported.chat)
      set({ imported })
    },
    dismissImported: (): void => set({ imported: null }),
  }
}

export const notAttached = (name: string, why: string) => say('{name} was not attached: {why}', { name, why })

export function tooMany(name: string): string {
  const values = { count: MOST_PICTURES }
  return notAttached(
    name,
    say('a message can have {count} pictures. Remove one, or send it with the next message.', values),
  )
}

const withPictures = (attached: PicturesState['attached'], chat: string, pictures: readonly Picture[]) =>
  withEntry(attached, chat, pictures.length > 0 ? pictures : undefined)

/** The oldest goes first; it can be loaded again. */
function withThumbnail(thumbnails: PicturesState['thumbnails'], sha256: string, thumbnail: Thumbnail) {
  const next = new Map(thumbnails).set(sha256, thumbnail)
  const [oldest] = next.keys()
  if (next.size > MOST_THUMBNAILS && oldest !== undefined) next.delete(oldest)
  return next
}

const AT_ONCE = 0x8000

function toBase64(bytes: ArrayBuffer): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.byteLength; at += AT_ONCE) {
    parts.push(String.fromCharCode(...new Uint8Array(bytes, at, Math.min(AT_ONCE, bytes.byteLength - at))))
  }
  return btoa(parts.join(''))
}
