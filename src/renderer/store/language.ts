import { languageOf, speak, spokenLanguage } from '#shared/messages/say'
import type { Context } from './state.ts'

/** Switches to the chosen language, or to the system's. */
export async function speakChosen(chosen: string, { set }: Pick<Context, 'set'>): Promise<void> {
  await speak(languageOf(chosen, navigator.language))
  set({ language: spokenLanguage() })
}
