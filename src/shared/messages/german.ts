import { BACKGROUND } from '#shared/messages/german/background'
import { CHAT } from '#shared/messages/german/chat'
import { CHOICES } from '#shared/messages/german/choices'
import { COMMANDS } from '#shared/messages/german/commands'
import { DESKTOP } from '#shared/messages/german/desktop'
import { EVERYWHERE } from '#shared/messages/german/everywhere'
import { INSPECTION } from '#shared/messages/german/inspection'
import { MODELS } from '#shared/messages/german/models'
import { NATIVE } from '#shared/messages/german/native'
import { PICTURES } from '#shared/messages/german/pictures'
import { PROGRAMS } from '#shared/messages/german/programs'
import { RECORD } from '#shared/messages/german/record'
import { SERVERS } from '#shared/messages/german/servers'
import { SETTINGS } from '#shared/messages/german/settings'
import { SKILLS } from '#shared/messages/german/skills'
import { STORED } from '#shared/messages/german/stored'

/** The catalogue: every text of the app, in English and in German. */
export const GERMAN = {
  ...BACKGROUND,
  ...EVERYWHERE,
  ...CHAT,
  ...CHOICES,
  ...COMMANDS,
  ...DESKTOP,
  ...INSPECTION,
  ...MODELS,
  ...NATIVE,
  ...PICTURES,
  ...PROGRAMS,
  ...RECORD,
  ...SERVERS,
  ...SETTINGS,
  ...SKILLS,
  ...STORED,
} as const
