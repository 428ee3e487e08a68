import { app } from 'electron'
import { languageOf, speak, spokenLanguage } from '#shared/messages/say'

/** Menu, tray and dialogs say things in the language that was chosen from now on; true where it is another one. */
export async function speakAs(chosen: string): Promise<boolean> {
  const before = spokenLanguage()
  await speak(languageOf(chosen, app.getLocale()))
  return spokenLanguage() !== before
}
