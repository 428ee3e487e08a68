import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { writeDocument } from '#main/chat/chat-document'
import type { ChatFileHead } from '#main/chat/chat-file-worker'
import { nameOfFile, readAttachment } from '#main/chat/check-picture'
import { openChatFile } from '#main/chat/open-chat-file'
import { findAsked, type Pictures } from '#main/chat/pictures'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import { toDocument } from '#shared/call/to-document'
import { pickPath } from '#shared/chat/branches'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { MOST_PICTURE_CHARACTERS, MOST_PICTURES, type Picture } from '#shared/chat/picture'
import type { Fact, NewFact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { type ImportedChat, LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { listOf, oneOf, optional, string } from '#shared/schema'
import { toVisibleLines } from '#shared/visible'
import { id, name, on, saveAs, sha256 } from './request.ts'

/** Exports and imports. The person chooses each file in a system dialog. */
export function handleFiles(
  core: Pick<Core, 'ledger' | 'publish' | 'index' | 'readOutput'>,
  window: Pick<WindowPorts, 'chooseTarget' | 'chooseFiles' | 'chooseChat'>,
  pictures: Pick<Pictures, 'hold'>,
) {
  return {
    /** Creates a chat from a file that the person chose; null if they chose none. */
    'chat.import': on({}, async (): Promise<Reply<{ imported: ImportedChat | null }>> => {
      const file = await window.chooseChat()
      if (file === null) return reply({ imported: null })
      const name = toVisibleLines(basename(file))
      const opened = await openChatFile(file)
      if (!opened.ok) return refuse('FILE_NOT_IMPORTED', 'chat-not-imported', { name, why: opened.why })
      try {
        const { title, ...counts } = opened.head
        const { messages } = counts
        if (messages === 0) return refuse('FILE_NOT_IMPORTED', describeNothing(name, counts))
        const chat = randomUUID()
        for await (const slice of opened.slices) {
          await core.ledger.append(slice.map((message): NewFact => ({ type: 'message.added', chat, ...message })))
        }
        // The chat is recorded last, so it appears only when complete.
        await core.publish({ type: 'chat.created', chat, title, model: null, from: { file: name, messages } })
        return reply({ imported: { chat, file: name, ...counts } })
      } finally {
        await opened.close()
      }
    }),
    /** The person chooses files in a system dialog. `refused`: why some were not taken. */
    'file.attach': on({}, async () => reply(await attach(await window.chooseFiles(), pictures))),
    /** Null if the person chose no file. */
    'chat.export': on({ chat: id, format: oneOf(['markdown', 'jsonl']) }, async ({ chat, format }) => {
      const title = core.index.title(chat)
      if (title === undefined) return refuse('CHAT_UNKNOWN', 'chat-gone')
      const pieces = async function* () {
        const facts = await core.ledger.read({ chat })
        if (format === 'jsonl') yield* writeLines(facts)
        else yield* writeDocument(foldFacts({ ...emptyChat(chat), title }, pickPath(facts)), core.readOutput)
      }
      return saveAs(window, `${nameOf(title)}.${format === 'markdown' ? 'md' : 'jsonl'}`, pieces)
    }),
  }
}

const MOST_FILES = 50

/** Each file completely or not at all, and no more than a message takes. */
async function attach(chosen: readonly string[], pictures: Pick<Pictures, 'hold'>) {
  const attached: { files: { name: string; text: string }[]; pictures: Picture[]; refused: Message[] } = {
    files: [],
    pictures: [],
    refused: [],
  }
  const refuseFile = (file: string, why: Message) =>
    attached.refused.push(message('file-not-attached', { name: nameOfFile(file), why }))
  let characters = 0
  for (const file of chosen.slice(0, MOST_FILES)) {
    const read = await readAttachment(file)
    if (!read.ok) attached.refused.push(read.message)
    else if ('text' in read) {
      if (characters + read.text.length > LONGEST_MESSAGE) {
        refuseFile(file, message('texts-too-long-together', { most: LONGEST_MESSAGE }))
        continue
      }
      characters += read.text.length
      attached.files.push({ name: read.name, text: read.text })
    } else if (attached.pictures.length === MOST_PICTURES) {
      refuseFile(file, message('too-many-pictures', { most: MOST_PICTURES }))
    } else {
      pictures.hold(read)
      attached.pictures.push(read.picture)
    }
  }
  const more = chosen.length - MOST_FILES
  if (more > 0) attached.refused.push(message('too-many-files-attached', { count: more, most: MOST_FILES }))
  return attached
}

function* writeLines(facts: readonly Fact[]): Generator<string> {
  for (const fact of facts) yield `${JSON.stringify(toDocument(fact))}\n`
}

/** A title comes from a person or a model; a file name must not contain a path or hidden characters. */
export function nameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(name).slice(0, 60).join('').trim() || 'chat'
}

function describeNothing(name: string, { broken, leftOut }: Pick<ChatFileHead, 'broken' | 'leftOut'>): Message {
  const [line] = broken
  if (line !== undefined) {
    return message(leftOut > 0 ? 'chat-file-unreadable-without-messages' : 'chat-file-unreadable', { name, line })
  }
  return message(leftOut > 0 ? 'chat-file-without-messages' : 'chat-file-empty', { name })
}

const text = string(LONGEST_MESSAGE)
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
      {
        chat: id,
        text,
        replaces: optional(id),
        images: optional(listOf(sha256, MOST_PICTURES)),
        servers: optional(listOf(name, 50)),
      },
      async ({ chat, text, replaces, images = [], servers = [] }) => {
        const before = replaces === undefined ? undefined : await readAsked(ledger, chat, replaces)
        const found = find(images, before?.images ?? [])
        if (!found.ok) return found
        const attached = {
          images: found.value,
          servers: [...new Set([...(before?.servers ?? []), ...servers])],
          keep: () => pictures.keep(found.value),
        }
        const sent = await chats.send(chat, text, replaces, attached)
        // Those of the replaced message were not staged for this one, but perhaps for another.
        const staged = found.value.filter((picture) => !before?.images?.includes(picture))
        if (sent.ok) for (const { sha256 } of staged) pictures.unstage(sha256)
        return sent
      },
    ),
    'image.read': on({ image: sha256 }, async ({ image }) => {
      const read = await pictures.read(image)
      return read ? reply(read) : refuse('PICTURE_UNKNOWN', 'picture-not-in-record')
    }),
    /** The bytes of a pasted or dropped picture; kept until it is sent or removed. */
    'image.stage': on(
      {
        name: string(1000),
        data,
      },
      async ({ name, data }) => {
        const staged = pictures.stage(name, Buffer.from(data, 'base64'))
        return staged.ok ? reply({ picture: staged.picture }) : refuse('PICTURE_REFUSED', staged.message)
      },
    ),
    'image.unstage': on({ image: sha256 }, async ({ image }) => reply({ dropped: pictures.unstage(image) })),
  }

  /** All pictures or none, from those staged and those of the replaced message. */
  function find(images: readonly string[], before: readonly Picture[]): Reply<Picture[]> {
    const wanted = [...new Set(images)]
    const found = wanted.flatMap(
      (sha256) => before.find((picture) => picture.sha256 === sha256) ?? pictures.staged(sha256) ?? [],
    )
    if (found.length === wanted.length) return reply(found)
    return refuse('PICTURE_UNKNOWN', 'picture-gone')
  }
  return answers
}

/** Of what the person said in this turn. */
const readAsked = async (ledger: Core['ledger'], chat: string, turn: string) =>
  findAsked(await ledger.read({ chat, types: ['turn.started', 'message.added'] }), turn)
