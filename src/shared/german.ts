import { CHAT } from './german/chat.ts'
import { CHOICES } from './german/choices.ts'
import { COMMANDS } from './german/commands.ts'
import { DESKTOP } from './german/desktop.ts'
import { EVERYWHERE } from './german/everywhere.ts'
import { INSPECTION } from './german/inspection.ts'
import { MODELS } from './german/models.ts'
import { NATIVE } from './german/native.ts'
import { PICTURES } from './german/pictures.ts'
import { RECORD } from './german/record.ts'
import { RECORDED } from './german/recorded.ts'
import { SETTINGS } from './german/settings.ts'
import { SKILLS } from './german/skills.ts'
import { makeTranslator } from './translate-recorded.ts'

/** The catalogue: every text of the app, in English and in German. */
export const GERMAN = {
  ...EVERYWHERE,
  ...CHAT,
  ...CHOICES,
  ...COMMANDS,
  ...DESKTOP,
  ...INSPECTION,
  ...MODELS,
  ...NATIVE,
  ...PICTURES,
  ...RECORD,
  ...SETTINGS,
  ...SKILLS,
} as const

export const sayInGerman = makeTranslator(RECORDED)
