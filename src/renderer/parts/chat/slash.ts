import { say } from '#shared/messages/say'
import type { ServerPrompt } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import { ALL_COMMANDS, type CommandId } from './commands.ts'

/** What `/` and a word in the composer mean: a command, or a skill to mention. */
export type SlashChoice = { word: string; name: string } & (
  | { kind: 'command'; command: CommandId }
  | { kind: 'skill'; text: string }
  | { kind: 'prompt'; skill: string; server: string; prompt: ServerPrompt }
)

const SLASH_COMMANDS: readonly [word: string, command: CommandId][] = [
  ['new', 'new-chat'],
  ['clear', 'new-chat'],
  ['model', 'choose-model'],
  ['find', 'find-in-chat'],
  ['search', 'search-chats'],
  ['rename', 'rename-chat'],
  ['pin', 'pin-chat'],
  ['archive', 'archive-chat'],
  ['delete', 'delete-chat'],
  ['export', 'export-chat'],
  ['record', 'export-facts'],
  ['import', 'import-chat'],
  ['skills', 'open-skills'],
  ['activity', 'open-activity'],
  ['settings', 'open-settings'],
  ['shortcuts', 'list-shortcuts'],
]

const TYPED = /^\/([\w-]*)$/
const MOST = 8

/** Empty if the text is more than `/` and the start of a word: then it is an ordinary message. */
export function slashChoices(
  draft: string,
  skills: readonly (Pick<Skill, 'name' | 'description'> & Partial<Pick<Skill, 'state' | 'enabled' | 'offers'>>)[],
  isOut: (command: CommandId) => boolean,
): SlashChoice[] {
  const typed = TYPED.exec(draft)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const commands = SLASH_COMMANDS.filter(([, command]) => !isOut(command)).map(([word, command]): SlashChoice => {
    const name = ALL_COMMANDS.find(({ id }) => id === command)?.name
    return { kind: 'command', word, name: name ? say(name) : word, command }
  })
  const spoken = skills.map(({ name, description }): SlashChoice => {
    return { kind: 'skill', word: name, name: description, text: say('Use the skill {skill}: ', { skill: name }) }
  })
  const prompts = skills.filter(({ state, enabled }) => state === 'trusted' && enabled).flatMap(promptsOf)
  return [...commands, ...spoken, ...prompts].filter(({ word }) => word.toLowerCase().startsWith(typed)).slice(0, MOST)
}

const promptsOf = ({ name: skill, offers = [] }: Pick<Skill, 'name' | 'offers'>): SlashChoice[] =>
  offers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      ...{ kind: 'prompt' as const, skill, server, prompt, name: prompt.description || prompt.name },
      word: `${server}-${prompt.name}`.replace(/[^\w-]+/g, '-'),
    })),
  )

export type SlashKey = 'up' | 'down' | 'choose' | 'close'

/** While the list is open it uses these keys. */
export function slashKeyOf(press: { key: string; isComposing: boolean; shiftKey: boolean }): SlashKey | null {
  if (press.isComposing || press.key === 'Process' || press.shiftKey) return null
  const keys: Record<string, SlashKey> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down', Enter: 'choose', Tab: 'choose', Escape: 'close' },
  }
  return Object.hasOwn(keys, press.key) ? (keys[press.key] ?? null) : null
}
