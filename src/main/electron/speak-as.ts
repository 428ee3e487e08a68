import { app } from 'electron'
import { languageOf, speak, spokenLanguage } from '#shared/messages/say'

/** Switches the language of menu, tray and dialogs; true if it changed. */
export async function speakAs(chosen: string): Promise<boolean> {
  const before = spokenLanguage()
  await speak(languageOf(chosen, app.getLocale()))
  return spokenLanguage() !== before
}
