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
