export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

export type PictureType = (typeof PICTURE_TYPES)[number]

/** A picture attached to a message, without its bytes. */
export interface Picture {
  /** Of its bytes in Base64; the record stores them under it. */
  sha256: string
  type: PictureType
  name: string
  bytes: number
  width: number
  height: number
}

export type SoundType = `audio/${'wav' | 'mpeg' | 'ogg' | 'flac' | 'mp4' | 'aac'}`

/** A sound that a call returned, without its bytes. */
export type Sound = Pick<Picture, 'sha256' | 'name' | 'bytes'> & { type: SoundType }

/** What comes with a message. */
export interface Brought {
  images?: readonly Picture[]
  /** Servers whose words it contains. */
  servers?: readonly string[]
}

/** Drops what is empty. */
export const broughtIn = ({ images, servers }: { [Key in keyof Brought]: Brought[Key] | undefined }): Brought => ({
  ...(images?.length && { images }),
  ...(servers?.length && { servers }),
})

/** With one message. */
export const MOST_PICTURES = 8
export const MOST_PICTURE_BYTES = 10_000_000
export const MOST_PICTURE_PIXELS = 50_000_000
export const MOST_PICTURE_CHARACTERS = Math.ceil(MOST_PICTURE_BYTES / 3) * 4

/** Decides by the type that the system reports, before the file is opened. Its bytes are checked later. */
export const isPictureType = (type: string): boolean => type.startsWith('image/') && type !== 'image/svg+xml'
/** The largest text file that can be attached, in bytes. */
export const MOST_ATTACHED = 256 * 1024

/** A dropped file with such a name is treated as a skill; any other is attached to the message. */
export const isSkillArchive = (name: string): boolean => /\.(?:zip|tool\.json)$/i.test(name)

/** Any JSON file that says it is a tool counts as well. */
export const saysTool = (name: string, text: string): boolean =>
  /\.json$/i.test(name) && /"schema_name"\s*:\s*"tool\.code\./.test(text)
