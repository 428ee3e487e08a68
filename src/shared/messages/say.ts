import type { GERMAN } from './german.ts'
import { type Said, textOf } from './message.ts'

/** Every text of the window in English; a translation must have all of them. */
export type Text = keyof typeof GERMAN

export type Language = 'en' | 'de'

interface Catalogue {
  texts: Readonly<Record<Text, string>>
  messages: Readonly<Record<string, string>>
}

const CATALOGUES: Record<Language, () => Promise<Catalogue | null>> = {
  en: async () => null,
  async de() {
    const [{ GERMAN }, { DE }] = await Promise.all([import('./german.ts'), import('./de.ts')])
    return { texts: GERMAN, messages: DE }
  },
}

let spoken: Language = 'en'
let catalogue: Catalogue | null = null
let wanted: Language = spoken

/** From now on; what was said before has to be said again. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const read = await CATALOGUES[language]()
  // If another one was chosen meanwhile, that one counts.
  if (wanted !== language) return
  catalogue = read
  spoken = language
}

export const spokenLanguage = (): Language => spoken

/** The text in the language spoken, with `{name}` replaced by its value. */
export function say(text: Text, values?: Readonly<Record<string, string | number>>): string {
  const said = catalogue?.texts[text] ?? text
  return values
    ? said.replace(/\{(\w+)\}/g, (place, name: string) => String(Object.hasOwn(values, name) ? values[name] : place))
    : said
}

/** What main reports, in the language spoken; the sentences of older records stay as they are. */
export const sayMessage = (said: Said): string => textOf(said, catalogue?.messages)

/** The language that a choice of the person means: theirs, or the nearest to what the system speaks. */
export function languageOf(chosen: string, system: string): Language {
  if (chosen === 'en' || chosen === 'de') return chosen
  return system.toLowerCase().startsWith('de') ? 'de' : 'en'
}
