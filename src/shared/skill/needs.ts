import { CREDENTIALS, type CredentialName } from '#shared/call/credentials'
import { type Message, message, type Said } from '#shared/messages/message'

/** Something beyond the open folders that a skill's commands can be given. */
export type Need =
  /** Below the home folder, written as `~/…`. */
  | { kind: 'path'; path: string; access: 'read' | 'write' }
  | { kind: 'credential'; name: CredentialName }
  /** To read all of the home folder except its secret places. */
  | { kind: 'home' }

export interface SkillAccess {
  need: Need
  isGranted: boolean
  /** Its SKILL.md asks for it. */
  isDeclared: boolean
}

/** `read ~/.config/x`, `ssh-agent` or `home`. Decisions refer to it. */
export const needId = (need: Need): string =>
  need.kind === 'path' ? `${need.access} ${need.path}` : need.kind === 'home' ? 'home' : need.name

/** One that was given, in few words. */
export const nameNeed = (id: string): Said => (id === 'home' ? message('need-home') : id)

export function describeNeed(need: Need): Message {
  if (need.kind === 'home') return message('need-home')
  if (need.kind === 'path') return message(`need-${need.access}`, { path: need.path })
  const { places, uses } = CREDENTIALS[need.name]
  const commands = uses.replaceAll('|', '/')
  if (need.name === 'ssh-agent') return message('need-ssh-agent', { commands })
  const where = places.split(' ').map((place) => `~/${place}`)
  return message('need-credential', { name: need.name, places: where.join(', '), commands })
}
