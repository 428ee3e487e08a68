import type { Picture } from '#shared/chat/picture'
import type { Context } from './state.ts'

/** A small picture for the thread: loading, loaded, or lost. */
type Thumbnail = { state: 'reading' } | { state: 'here'; url: string } | { state: 'lost' }

type Thumbnails = ReadonlyMap<string, Thumbnail>

export const noPictures = {
  /** By hash. */
  thumbnails: new Map() as Thumbnails,
  /** The enlarged picture; its address is set once it is loaded. */
  enlarged: null as { picture: Picture; url: string | null } | null,
}

const MOST_THUMBNAILS = 400

export function makePictureActions({ get, set, ask, ports }: Context) {
  return {
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
