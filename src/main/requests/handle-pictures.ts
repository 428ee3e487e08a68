import type { Pictures } from '#main/chat/pictures'
import { findAsked } from '#main/chat/pictures'
import type { Core } from '#main/open-core'
import { MOST_PICTURE_CHARACTERS, MOST_PICTURES, type Picture } from '#shared/chat/picture'
import { message } from '#shared/messages/message'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { id, name, on, sha256 } from './request.ts'

const text = { type: 'string', maxLength: LONGEST_MESSAGE } as const
/** Base64. */
const data = {
  type: 'string',
  minLength: 1,
  maxLength: MOST_PICTURE_CHARACTERS,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
} as const

/** Messages with pictures, which the window names by hash only. */
export function handlePictures({ chats, ledger }: Pick<Core, 'chats' | 'ledger'>, pictures: Pictures) {
  const answers = {
    /** `replaces`: the turn it replaces. Pictures must be staged or belong to that turn. */
    'chat.send': on(
      takes(
        { chat: id, text },
        {
          replaces: id,
          images: { type: 'array', items: sha256, maxItems: MOST_PICTURES },
          servers: { type: 'array', items: name, maxItems: 50 },
        },
      ),
      async ({ chat, text, replaces, images = [], servers = [] }) => {
        const found = await find(images, chat, replaces)
        if (!found.ok) return found
        const before = replaces === undefined ? [] : ((await readAsked(ledger, chat, replaces))?.servers ?? [])
        const attached = {
          images: found.value,
          servers: [...new Set([...before, ...servers])],
          keep: () => pictures.keep(found.value),
        }
        const sent = await chats.send(chat, text, replaces, attached)
        if (sent.ok) for (const { sha256 } of found.value) pictures.unstage(sha256)
        return sent
      },
    ),
    'image.read': on(takes({ image: sha256 }), async ({ image }) => {
      const read = await pictures.read(image)
      return read ? reply(read) : refuse('PICTURE_UNKNOWN', message('picture-not-in-record'))
    }),
    /** The bytes of a pasted or dropped picture; kept until it is sent or removed. */
    'image.stage': on(
      takes({
        name: { type: 'string', maxLength: 1000 },
        data,
      }),
      async ({ name, data }) => {
        const staged = pictures.stage(name, Buffer.from(data, 'base64'))
        return staged.ok ? reply({ picture: staged.picture }) : refuse('PICTURE_REFUSED', staged.message)
      },
    ),
    'image.unstage': on(takes({ image: sha256 }), async ({ image }) => reply({ dropped: pictures.unstage(image) })),
  }

  /** All pictures or none, from those staged and those of the replaced message. */
  async function find(images: readonly string[], chat: string, replaces?: string): Promise<Reply<Picture[]>> {
    const wanted = [...new Set(images)]
    const isStaged = wanted.every((sha256) => pictures.staged(sha256))
    const before = isStaged || replaces === undefined ? [] : ((await readAsked(ledger, chat, replaces))?.images ?? [])
    const found = wanted.flatMap(
      (sha256) => pictures.staged(sha256) ?? before.find((picture) => picture.sha256 === sha256) ?? [],
    )
    if (found.length === wanted.length) return reply(found)
    return refuse('PICTURE_UNKNOWN', message('picture-gone'))
  }
  return answers
}

/** Of what the person said in this turn. */
const readAsked = async (ledger: Core['ledger'], chat: string, turn: string) =>
  findAsked(await ledger.read({ chat, types: ['turn.started', 'message.added'] }), turn)
