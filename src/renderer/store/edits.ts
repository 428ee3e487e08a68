import { PICTURE_TYPES, type Picture } from '#shared/chat/picture'
import { isObject, type Json } from '#shared/json'
import { type AppState, LONGEST_DRAFT } from '#shared/requests/requests'
import { joinDraft, toDraft } from './long-texts.ts'
import { type Context, withEntry } from './state.ts'

/** A message of the person that is being edited. */
export interface Rewriting {
  turn: string
  text: string
  longTexts: readonly string[]
  images: readonly Picture[]
}

export interface EditsState {
  /** In the visible chat. */
  rewriting: Rewriting | null
  /** Unfinished edits by chat; saved like drafts. */
  edits: ReadonlyMap<string, Rewriting>
}

export const noEdits: EditsState = { rewriting: null, edits: new Map() }

/** After the last key. */
export const SAVE_DRAFT_MS = 400

/** The prefix of edits among the drafts. */
const PREFIX = 'edit-'

export function makeEditActions({ set, ask, get, ports }: Context) {
  const saving = new Map<string, () => void>()

  function save(chat: string): void {
    const edit = get().edits.get(chat)
    const text = edit ? writeEdit(edit) : ''
    if (text.length <= LONGEST_DRAFT) void ask('draft.save', { chat: `${PREFIX}${chat}`, text })
  }

  return {
    /** Null ends it. */
    setEdit(chat: string, edit: Rewriting | null): void {
      set(({ open, edits, rewriting }) => ({
        edits: withEntry(edits, chat, edit ?? undefined),
        rewriting: open === chat ? edit : rewriting,
      }))
      saving.get(chat)?.()
      // A finished edit must not come back.
      if (edit)
        saving.set(
          chat,
          ports.later(() => save(chat), SAVE_DRAFT_MS),
        )
      else save(chat)
    },
  }
}

const writeEdit = ({ turn, text, longTexts, images }: Rewriting): string =>
  JSON.stringify({ turn, text: joinDraft(text, longTexts), images })

/** Keeps what was edited since. */
export function editsFrom(drafts: AppState['drafts'], known: EditsState['edits']): EditsState['edits'] {
  const kept = Object.entries(drafts).flatMap(([name, text]): [string, Rewriting][] => {
    const edit = name.startsWith(PREFIX) ? readEdit(text) : null
    return edit ? [[name.slice(PREFIX.length), edit]] : []
  })
  return new Map([...kept, ...known])
}

export const isEditName = (name: string): boolean => name.startsWith(PREFIX)

/** Null if somebody else changed the file. */
function readEdit(written: string): Rewriting | null {
  let read: unknown
  try {
    read = JSON.parse(written)
  } catch {
    return null
  }
  if (!isObject(read) || typeof read.turn !== 'string' || typeof read.text !== 'string') return null
  const images = Array.isArray(read.images) ? read.images.flatMap(readPicture) : []
  return { turn: read.turn, ...toDraft(read.text), images }
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
