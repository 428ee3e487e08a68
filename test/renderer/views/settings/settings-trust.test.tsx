import { describe, expect, it } from 'vitest'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { InterpretersSetting, RulesSetting } from '#renderer/views/settings/settings-trust.tsx'
import { describeRule } from '#shared/call/rule'
import { message } from '#shared/messages/message'
import { RULES } from '../../../stories/decisions.ts'
import { draw } from '../../draw.ts'

const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the list of rules', () => {
  const list = draw(<RulesSetting name="Rules" says="Rules" />, { lists: { 'rule.list': { rules: [...RULES] } } })

  it('has each rule in words, with its uses, and a button that names what it revokes', () => {
    for (const { rule } of RULES) expect(words(list)).toContain(describeRule(rule, formatDay))
    expect(words(list)).toContain('used 14 times, last')
    expect(list.match(/aria-label="Revoke: /g)).toHaveLength(RULES.length)
  })

  it('says which is inactive and why, and which was unused for long', () => {
    expect(words(list)).toContain('Inactive: the tool changed')
    expect(words(list)).toContain('Not used for 30 days')
  })

  it('says that nothing runs unasked if the record is damaged', () => {
    const damaged = draw(<RulesSetting name="Rules" says="Rules" />, {
      lists: { 'rule.list': { rules: [], damage: 'its chain is broken' } },
    })
    expect(words(damaged)).toContain('Nothing runs automatically: its chain is broken')
  })
})

it('a program that is missing is not sought in the settings where it is shown, and every other problem is told', () => {
  const interpreters = [
    { name: 'deno', title: 'Deno', isChosen: false, problem: message('interpreter-missing', { title: 'Deno' }) },
    {
      ...{ name: 'python', title: 'Python 3', isChosen: true },
      problem: message('interpreter-is-folder', { path: '/opt/python', title: 'Python 3' }),
    },
  ]
  const lists = { 'interpreter.list': { interpreters } } as never
  const drawn = draw(<InterpretersSetting name="Programs for tools" says="none" />, { lists })
  expect(drawn).toContain('<p>Deno</p><p class="quiet">Not installed</p>')
  expect(drawn).toContain('/opt/python is a folder, not the program of Python 3. Choose its program in Settings.')
})
