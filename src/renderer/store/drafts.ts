import { PICTURE_TYPES, type Picture } from '#shared/chat/picture'
import { isObject, type Json } from '#shared/json'
import { type AppState, LONGEST_DRAFT } from '#shared/requests/requests'
import type { App } from './app.ts'
import { type Context, withEntry } from './state.ts'

/** A message that is being written: a new one, or another version of an earlier one. */
export interface Draft {
  text: string
  /** Pasted texts that are too long for the box; sent after its text. */
  longTexts: readonly string[]
  /** Main has the bytes. */
  images: readonly Picture[]
  /** Servers whose words it contains. Such a draft is not saved to disk. */
  servers: readonly string[]
  /** The turn that it replaces. */
  turn?: string
}

type Drafts = ReadonlyMap<string, Draft>

export const EMPTY: Draft = { text: '', longTexts: [], images: [], servers: [] }

/** A text box takes seconds to lay out a hundred thousand characters, and minutes for millions. */
export const MOST_IN_BOX = 20_000

/** The key for a new chat. */
const NEW_CHAT = ''
/** Before the chat, in the key of an edit. */
const EDIT = 'edit-'
/** After the last key. */
const SAVE_MS = 400

type InView = Pick<App, 'drafts' | 'open'>

/** In the visible chat, an edit comes before the draft. */
const keyIn = ({ drafts, open }: InView): string =>
  open !== null && drafts.has(EDIT + open) ? EDIT + open : (open ?? NEW_CHAT)

export const draftIn = (state: InView): Draft => state.drafts.get(keyIn(state)) ?? EMPTY

/** As it is sent and saved. */
export function wholeText({ text, longTexts }: Draft): string {
  if (longTexts.length === 0) return text
  return [text, ...longTexts].filter((one) => one.trim() !== '').join('\n\n')
}

export function makeDrafts({ get, set, ask, ports }: Context) {
  const saving = new Map<string, () => void>()

  function save(key: string): void {
    const draft = get().drafts.get(key)
    const text = draft ? toSaved(draft) : ''
    // What is longer stays in the window alone.
    if (text.length <= LONGEST_DRAFT) void ask('draft.save', { chat: key || 'new', text })
  }

  function put(key: string, draft: Draft): void {
    set(({ drafts }) => ({ drafts: withEntry(drafts, key, isEmpty(draft) ? undefined : draft) }))
    saving.get(key)?.()
    // What was sent must not come back.
    if (isEmpty(draft)) save(key)
    else
      saving.set(
        key,
        ports.later(() => save(key), SAVE_MS),
      )
  }

  const write = (change: Partial<Draft>, key: string = keyIn(get())): void =>
    put(key, { ...(get().drafts.get(key) ?? EMPTY), ...change })

  /** The chats that new ones became, in this order. */
  const begun: string[] = []

  return {
    /** By chat; an edit of an earlier message has a key of its own. Only these are unknown to main. */
    drafts: new Map() as Drafts,
    /** Changes what is being written, in the visible chat or under this key. */
    write,
    /** For what takes a while to arrive: returns the key, at that time, of the draft that is in view now. */
    keepPlace(): () => string {
      const key = keyIn(get())
      const nth = begun.length
      return () => {
        if (key === NEW_CHAT) return begun[nth] ?? key
        // An edit may have ended meanwhile.
        return key.startsWith(EDIT) && !get().drafts.has(key) ? key.slice(EDIT.length) : key
      }
    },
    /** Shows the draft where something arrived, unless the person went to another chat. */
    showDraft(key: string): void {
      if (key === keyIn(get())) get().show('chat')
    },
    /** Appends it to the text, or puts it beside the text if the box cannot hold both. */
    addText(more: string, key: string): void {
      const { text, longTexts } = get().drafts.get(key) ?? EMPTY
      const both = [text.trimEnd(), more].filter(Boolean).join('\n\n')
      write(both.length > MOST_IN_BOX ? { longTexts: [...longTexts, more] } : { text: both }, key)
    },
    /** A new chat became this one. */
    beginChat: (chat: string): void => void begun.push(chat),
    /** Takes what was said in this turn to where the next message is written. */
    rewrite(turn: string): void {
      const { chat } = get()
      const said = chat?.entries.find((entry) => entry.kind === 'message' && entry.turn === turn)
      if (chat && said?.kind === 'message') {
        put(EDIT + chat.chat, { ...toDraft(said.content), images: said.images ?? [], turn })
      }
    },
    stopRewriting(): void {
      const { open } = get()
      if (open !== null) put(EDIT + open, EMPTY)
    },
    /** It was sent; what was typed meanwhile stays. */
    forgetDraft(sent: Draft, open: string | null): void {
      const key = sent.turn === undefined ? (open ?? NEW_CHAT) : EDIT + open
      const now = get().drafts.get(key)
      if (now === sent) put(key, EMPTY)
      else if (now && now.turn === undefined) {
        put(key, { ...now, images: now.images.filter((image) => !sent.images.includes(image)) })
      }
    },
    /** From the new chat to the one that was created for it. */
    moveDraft(draft: Draft, chat: string): void {
      const since = get().drafts.get(chat) ?? EMPTY
      put(NEW_CHAT, EMPTY)
      put(chat, {
        ...draft,
        text: [draft.text, since.text].filter(Boolean).join('\n\n'),
        longTexts: [...draft.longTexts, ...since.longTexts],
        images: [...draft.images, ...since.images],
        servers: [...new Set([...draft.servers, ...since.servers])],
      })
    },
  }
}

const isEmpty = ({ text, longTexts, images, servers, turn }: Draft): boolean =>
  text === '' && longTexts.length + images.length + servers.length === 0 && turn === undefined

/** Puts a text into the box if it fits, or beside it. */
const toDraft = (text: string): Draft =>
  text.length > MOST_IN_BOX ? { ...EMPTY, longTexts: [text] } : { ...EMPTY, text }

function toSaved(draft: Draft): string {
  const { images, servers, turn } = draft
  if (servers.length > 0) return ''
  const text = wholeText(draft)
  return turn === undefined ? text : JSON.stringify({ turn, text, images })
}

/** Adds what main kept; what was typed since stays. */
export function withSaved(drafts: Drafts, saved: AppState['drafts']): Drafts {
  const all = new Map(drafts)
  for (const [name, text] of Object.entries(saved)) {
    const key = name === 'new' ? NEW_CHAT : name
    const known = drafts.get(key) ?? EMPTY
    const read = name.startsWith(EDIT) ? readEdit(text) : toDraft(text)
    if (read && wholeText(known) === '') all.set(key, { ...read, images: [...known.images, ...read.images] })
  }
  return all
}

/** Null if somebody else changed the file. */
function readEdit(written: string): Draft | null {
  let read: unknown
  try {
    read = JSON.parse(written)
  } catch {
    return null
  }
  if (!isObject(read) || typeof read.turn !== 'string' || typeof read.text !== 'string') return null
  const images = Array.isArray(read.images) ? read.images.flatMap(readPicture) : []
  return { ...toDraft(read.text), images, turn: read.turn }
}

function readPicture(read: Json): Picture[] {
  if (!isObject(read)) return []
  const { sha256, type: said, name, bytes, width, height } = read
  const type = PICTURE_TYPES.find((one) => one === said)
  if (type === undefined || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return []
  if (typeof name !== 'string' || typeof bytes !== 'number') return []
  if (typeof width !== 'number' || typeof height !== 'number') return []
  return [{ sha256, type, name, bytes, width, height }]
}

/** The pictures of unsent messages, which a window that replaces this one gets from main. */
export const attachedIn = (drafts: Drafts): { chat: string; pictures: Picture[] }[] =>
  [...drafts].flatMap(([chat, { images, turn }]) =>
    images.length > 0 && turn === undefined ? [{ chat, pictures: [...images] }] : [],
  )

/** A draft that has pictures already keeps its own. */
export function withAttached(drafts: Drafts, attached: ReturnType<typeof attachedIn>): Drafts {
  const all = new Map(drafts)
  for (const { chat, pictures } of attached) {
    const known = drafts.get(chat) ?? EMPTY
    if (known.images.length === 0) all.set(chat, { ...known, images: pictures })
  }
  return all
}
