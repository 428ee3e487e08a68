import { describe, expect, it } from 'vitest'
import { noActivity } from '#renderer/store/activity.ts'
import { ActivityTable } from '#renderer/views/pages/activity-table.tsx'
import { ROWS } from '../../../stories/records.ts'
import { draw } from '../../draw.ts'

const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the table of commands', () => {
  it('says who decided, by which rule, and lets a finished call run again', () => {
    const rows = [{ ...ROWS[1], decidedBy: 'rule', rule: 'd3b07384d113' }, ROWS[0]] as typeof ROWS
    const activity = { ...noActivity, total: 2, pages: new Map([[0, rows.toReversed()]]) }
    const table = draw(<ActivityTable total={2} />, { activity })
    expect(words(table)).toContain('rule d3b07384')
    expect(table.match(/aria-label="Run \w+ again"/g)).toEqual(['aria-label="Run folder_sizes again"'])
  })
})
