import { type Context, NEW_CHAT, type State, withEntry } from './state.ts'

/** A text box takes seconds to lay out a hundred thousand characters, and minutes for millions. */
export const MOST_IN_BOX = 20_000

export interface LongTextsState {
  /** Pasted texts that are too long for the box, by chat; sent after its text. */
  longTexts: ReadonlyMap<string, readonly string[]>
}

export const noLongTexts: LongTextsState = { longTexts: new Map() }

interface Draft {
  text: string
  longTexts: readonly string[]
}

const NONE: readonly string[] = []

/** Puts a text into the box if it fits, or beside it. */
export const toDraft = (text: string): Draft =>
  text.length > MOST_IN_BOX ? { text: '', longTexts: [text] } : { text, longTexts: NONE }

/** As it is sent and saved. */
export function joinDraft(text: string, longTexts: readonly string[]): string {
  if (longTexts.length === 0) return text
  return [text, ...longTexts].filter((one) => one.trim() !== '').join('\n\n')
}

type Drafts = Pick<State, 'drafts' | 'longTexts'>

export const wholeDraft = ({ drafts, longTexts }: Drafts, chat: string): string =>
  joinDraft(drafts.get(chat) ?? '', longTexts.get(chat) ?? NONE)

export function withDraft({ drafts, longTexts }: Drafts, chat: string, draft: Partial<Draft>): Drafts {
  return {
    drafts: draft.text === undefined ? drafts : withEntry(drafts, chat, draft.text || undefined),
    longTexts:
      draft.longTexts === undefined
        ? longTexts
        : withEntry(longTexts, chat, draft.longTexts.length > 0 ? draft.longTexts : undefined),
  }
}

export function makeLongTextActions({ get, set }: Context) {
  function change(to: (longTexts: readonly string[]) => readonly string[]): void {
    const { rewriting, open, drafts, setEdit } = get()
    if (rewriting && open !== null) {
      setEdit(open, { ...rewriting, longTexts: to(rewriting.longTexts) })
      return
    }
    const chat = open ?? NEW_CHAT
    set((state) => withDraft(state, chat, { longTexts: to(state.longTexts.get(chat) ?? NONE) }))
    // Saved like everything else that is typed.
    get().setDraft(drafts.get(chat) ?? '')
  }
  return {
    addLongText: (text: string): void => change((longTexts) => [...longTexts, text]),
    removeLongText: (at: number): void => change((longTexts) => longTexts.filter((_, place) => place !== at)),
  }
}
