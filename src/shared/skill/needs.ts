import { CREDENTIALS, type CredentialName } from '#shared/call/credentials'
import { type Message, message, type Said } from '#shared/messages/message'

/** Something beyond the open folders that a skill's commands can be given. */
export type Need =
  /** Below the home folder, written as `~/…`. */
  | { kind: 'path'; path: string; access: 'read' | 'write' }
  | { kind: 'credential'; name: CredentialName }
  /** Of the environment that Skillet was started in. `tool`: only this one gets it. */
  | { kind: 'variable'; name: string; tool?: string }
  /** To read all of the home folder except its secret places. */
  | { kind: 'home' }

export interface SkillAccess {
  need: Need
  /** The skill's commands that would get a credential. */
  commands: string[]
  isGranted: boolean
  /** Its SKILL.md asks for it. */
  isDeclared: boolean
}

/** `read ~/.config/x`, `ssh-agent`, `env GH_TOKEN` or `home`. Decisions refer to it. */
export function needId(need: Need): string {
  if (need.kind === 'path') return `${need.access} ${need.path}`
  if (need.kind === 'variable') return `env ${need.name}${need.tool === undefined ? '' : ` for ${need.tool}`}`
  return need.kind === 'home' ? 'home' : need.name
}

/** One that was given, in few words. */
export const nameGiven = (id: string): Said => (id === 'home' ? message('need-home') : id)

export function nameNeed(need: Need): Message {
  if (need.kind === 'home') return message('need-home')
  if (need.kind === 'path') return message(`need-${need.access}`, { path: need.path })
  if (need.kind === 'variable') {
    const { name, tool } = need
    return tool === undefined ? message('need-variable', { name }) : message('need-variable-for', { name, tool })
  }
  const { name } = need
  return name === 'ssh-agent' || name === 'ssh-keys' ? message(`need-${name}`) : message('need-credential', { name })
}

export function describeNeed({ need, commands }: Pick<SkillAccess, 'need' | 'commands'>): Message {
  if (need.kind !== 'credential') return nameNeed(need)
  const places = CREDENTIALS[need.name].places.split(' ').map((place) => `~/${place}`)
  const said = { need: nameNeed(need), places: places.join(', ') }
  return commands.length > 0
    ? message('need-for', { ...said, commands: commands.join(', ') })
    : message('need-for-none', said)
}
