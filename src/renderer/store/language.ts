import { languageOf, speak, spokenLanguage } from '#shared/messages/say'
import type { Context } from './state.ts'

/** What is said from now on is in the language the person chose, or in the system's. */
export async function speakChosen(chosen: string, { set }: Pick<Context, 'set'>): Promise<void> {
  await speak(languageOf(chosen, navigator.language))
  set({ language: spokenLanguage() })
}
