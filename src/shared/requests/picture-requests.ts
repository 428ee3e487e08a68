import { MOST_PICTURE_CHARACTERS, type Picture, type PictureType } from '#shared/chat/picture'
import { takes } from '#shared/schema'

const picture = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const

/** What the window may ask about pictures: they have no path here, and are known by their hash. */
export const pictureInputs = {
  'image.read': takes({ image: picture }),
  /** Pasted, or dropped on the window: its bytes in Base64. */
  'image.stage': takes({
    name: { type: 'string', maxLength: 1000 },
    data: { type: 'string', minLength: 1, maxLength: MOST_PICTURE_CHARACTERS, pattern: '^[A-Za-z0-9+/]+={0,2}$' },
  }),
  'image.unstage': takes({ image: picture }),
}

export interface PictureOutputs {
  'image.read': { type: PictureType; data: string }
  /** Held by main until it is sent or let go. */
  'image.stage': { picture: Picture }
  'image.unstage': { dropped: boolean }
}
