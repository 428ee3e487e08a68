import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PolicyChip } from '#renderer/parts/call/policy-chip.tsx'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { noActivity } from '#renderer/store/activity.ts'
import { ActivityTable } from '#renderer/views/pages/activity-table.tsx'
import { RulesSetting } from '#renderer/views/settings/rules-setting.tsx'
import { describeRule } from '#shared/call/rule'
import { RULES } from '../../../stories/decisions.ts'
import { ROWS } from '../../../stories/records.ts'
import { draw } from '../../draw.ts'

const nothing = () => {}
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the list of rules', () => {
  const list = draw(<RulesSetting name="Rules" says="Rules" />, { rules: RULES })

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
    const damaged = draw(<RulesSetting name="Rules" says="Rules" />, { rules: [], rulesDamage: 'its chain is broken' })
    expect(words(damaged)).toContain('Nothing runs automatically: its chain is broken')
  })
})

describe('the run policy', () => {
  it('is the chat’s own, or the one for all chats', () => {
    const chip = (own: Parameters<typeof PolicyChip>[0]['own']) =>
      renderToStaticMarkup(<PolicyChip own={own} general="trusted" onChoose={nothing} />)
    expect(chip('default')).toContain('Run trusted skills without asking (default)')
    expect(chip('ask')).toMatch(/data-policy="ask"/)
    expect(chip('default')).toMatch(/data-policy="trusted"/)
    expect(chip(null)).toContain('Approval mode for all chats')
  })
})

describe('the table of commands', () => {
  it('says who decided, by which rule, and lets a finished call run again', () => {
    const rows = [{ ...ROWS[1], decidedBy: 'rule', rule: 'd3b07384d113' }, ROWS[0]] as typeof ROWS
    const activity = { ...noActivity, total: 2, pages: new Map([[0, rows.toReversed()]]) }
    const table = draw(<ActivityTable total={2} />, { activity })
    expect(words(table)).toContain('rule d3b07384')
    expect(table.match(/aria-label="Run \w+ again"/g)).toEqual(['aria-label="Run folder_sizes again"'])
  })
})
