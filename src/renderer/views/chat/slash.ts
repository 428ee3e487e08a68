import type { Command } from '#renderer/store/commands.ts'
import type { App } from '#renderer/store/state.ts'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'

/** What `/` and a word in the composer mean: a command, a skill to mention, or a prompt of a server. */
export interface SlashChoice {
  key: string
  word: string
  name: string
  run(app: App): void
}

const TYPED = /^\/([\w-]*)$/
const MOST = 8

/** Empty if the text is more than `/` and the start of a word: then it is an ordinary message. */
export function slashChoices(
  draft: string,
  skills: readonly (Pick<Skill, 'name' | 'description'> & Partial<Pick<Skill, 'state' | 'enabled' | 'offers'>>)[],
  commands: readonly Command[],
): SlashChoice[] {
  const typed = TYPED.exec(draft)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const choices = [
    ...commands.flatMap(({ name, words = [], run }) => words.map((word) => ({ word, name: say(name), run }))),
    ...skills.map(({ name: word, description: name }) => {
      const text = say('Use the skill {skill}: ', { skill: word })
      return { word, name, run: ({ write }: App) => write({ text }) }
    }),
    ...skills.filter(({ state, enabled }) => state === 'trusted' && enabled).flatMap(promptsOf),
  ]
  const fitting = choices.filter(({ word }) => word.toLowerCase().startsWith(typed)).slice(0, MOST)
  return fitting.map((choice) => ({ ...choice, key: `${choice.word} ${choice.name}` }))
}

const promptsOf = ({ name: skill, offers = [] }: Pick<Skill, 'name' | 'offers'>) =>
  offers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      word: `${server}-${prompt.name}`.replace(/[^\w-]+/g, '-'),
      name: prompt.description || prompt.name,
      run: ({ choosePrompt }: App) => choosePrompt({ skill, server }, prompt),
    })),
  )

type SlashKey = 'up' | 'down' | 'choose' | 'close'

/** While the list is open it uses these keys. */
export function slashKeyOf(press: { key: string; isComposing: boolean; shiftKey: boolean }): SlashKey | null {
  if (press.isComposing || press.key === 'Process' || press.shiftKey) return null
  const keys: Record<string, SlashKey> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down', Enter: 'choose', Tab: 'choose', Escape: 'close' },
  }
  return Object.hasOwn(keys, press.key) ? (keys[press.key] ?? null) : null
}
