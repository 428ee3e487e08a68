export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

export type PictureType = (typeof PICTURE_TYPES)[number]

/** A picture that a person attached to a message: what is on record of it beside its bytes. */
export interface Picture {
  /** Of its bytes in Base64, under which they stand in the record. */
  sha256: string
  type: PictureType
  name: string
  bytes: number
  width: number
  height: number
}

/** What comes with a message. */
export interface Brought {
  images?: readonly Picture[]
  /** Servers whose words are in it. */
  servers?: readonly string[]
}

/** Only what there is. */
export const broughtIn = ({ images, servers }: { [Key in keyof Brought]: Brought[Key] | undefined }): Brought => ({
  ...(images?.length && { images }),
  ...(servers?.length && { servers }),
})

/** With one message. */
export const MOST_PICTURES = 8
export const MOST_PICTURE_BYTES = 10_000_000
export const MOST_PICTURE_PIXELS = 50_000_000
export const MOST_PICTURE_CHARACTERS = Math.ceil(MOST_PICTURE_BYTES / 3) * 4

/** By what the system says of a file before it is opened; its bytes decide later. */
export const isPictureType = (type: string): boolean => type.startsWith('image/') && type !== 'image/svg+xml'
/** The largest text file that goes along with a message, in bytes. */
export const MOST_ATTACHED = 256 * 1024

/** What is dropped under such a name is looked at as a skill; any other file goes along with the message. */
export const isSkillArchive = (name: string): boolean => /\.(?:zip|tool\.json)$/i.test(name)
