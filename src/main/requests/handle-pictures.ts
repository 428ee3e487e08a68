import { findAsked } from '#main/chat/find-asked'
import type { Pictures } from '#main/chat/pictures'
import type { Core } from '#main/open-core'
import type { Picture } from '#shared/chat/picture'
import { type Handlers, type Reply, refuse, reply } from '#shared/requests/requests'

type Answered = 'chat.send' | 'image.read' | 'image.stage' | 'image.unstage'

/** Messages with their pictures: the window names them by hash, and never where they lie. */
export function handlePictures({ chats, ledger }: Pick<Core, 'chats' | 'ledger'>, pictures: Pictures) {
  const answers: Pick<Handlers, Answered> = {
    'chat.send': async ({ chat, text, replaces, images = [] }) => {
      const found = await find(images, chat, replaces)
      if (!found.ok) return found
      const attached = { images: found.value, keep: () => pictures.keep(found.value) }
      const sent = await chats.send(chat, text, replaces, attached)
      if (sent.ok) for (const { sha256 } of found.value) pictures.unstage(sha256)
      return sent
    },
    'image.read': async ({ image }) => {
      const read = await pictures.read(image)
      return read ? reply(read) : refuse('PICTURE_UNKNOWN', 'The record does not hold this picture.')
    },
    'image.stage': async ({ name, data }) => {
      const staged = pictures.stage(name, Buffer.from(data, 'base64'))
      return staged.ok ? reply({ picture: staged.picture }) : refuse('PICTURE_REFUSED', staged.message)
    },
    'image.unstage': async ({ image }) => reply({ dropped: pictures.unstage(image) }),
  }

  /** All of them or none: those attached just now, and those of the message that is said anew. */
  async function find(images: readonly string[], chat: string, replaces?: string): Promise<Reply<Picture[]>> {
    const wanted = [...new Set(images)]
    const isStaged = wanted.every((sha256) => pictures.staged(sha256))
    const before = isStaged || replaces === undefined ? [] : await readPictures(ledger, chat, replaces)
    const found = wanted.flatMap(
      (sha256) => pictures.staged(sha256) ?? before.find((picture) => picture.sha256 === sha256) ?? [],
    )
    if (found.length === wanted.length) return reply(found)
    return refuse('PICTURE_UNKNOWN', 'One of the pictures is not held any more. Remove it, and attach it again.')
  }
  return answers
}

/** Of what the person said in this turn. */
async function readPictures(ledger: Core['ledger'], chat: string, turn: string): Promise<readonly Picture[]> {
  const facts = await ledger.read({ chat, types: ['turn.started', 'message.added'] })
  return findAsked(facts, turn)?.images ?? []
}
