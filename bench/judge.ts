import { type JudgedPlan, judge, NOTHING_DECIDED } from '#main/gate/judge'
import { indexRules } from '#main/gate/rule-index'
import type { JudgedArgs } from '#main/gate/rule-match'
import type { Rule } from '#shared/call/rule'
import { ASKED_PLAINLY } from '#test/helpers/make-standing'
import { median, printTable, type Report, type Row } from './report.ts'

const RULES = 1000
const JUDGED = 20_000
const ROUNDS = 7
const MOST_MICROSECONDS = 20

const now = '2026-03-05T12:00:00.000Z'
const args: JudgedArgs = new Map([
  ['path', [{ value: 'notes/a.md', realPath: '/projects/notes/a.md' }]],
  ['text', [{ value: 'hello' }]],
])
const plan: JudgedPlan = {
  ...{ skill: 'skill-1', tool: 'tool-1', toolSpec: 'spec', digest: 'd'.repeat(64), sandbox: 'none' },
  risk: { class: 'C', reasons: ['why'] },
}

function makeRule(index: number, changes: Partial<Rule>): Rule {
  return {
    ...{ id: `${index}`, effect: 'allow', skill: `skill-${index}`, skillHash: 'h', toolSpec: 'spec' },
    ...{ tool: `tool-${index}`, createdFrom: 'd', scope: { kind: 'until', from: '2026-01-01', at: '2027-01-01' } },
    args: { path: { under: `/projects/${index}` }, text: { any: true } },
    ...changes,
  } as Rule
}

const ALL = Array.from({ length: RULES }, (_, index) => index)
const mine = { skill: 'skill-1', tool: 'tool-1' }
const HERE: Partial<Rule> = { ...mine, args: { path: { under: '/projects/notes' }, text: { any: true } } }
const OLD: Partial<Rule> = { args: { path: { any: true }, text: { any: true } }, toolSpec: 'before' }
/** No person makes these: for the record alone. */
const ALIKE = `${RULES} rules for this tool, all alike`
const BOOKS: [name: string, rules: Rule[]][] = [
  ['no rules', []],
  [`${RULES} rules for as many tools`, ALL.map((index) => makeRule(index, {}))],
  [`${RULES} rules for this tool, the last fits`, ALL.map((index) => makeRule(index, fits(index) ? HERE : mine))],
  [ALIKE, ALL.map((index) => makeRule(index, { ...mine, ...OLD }))],
  [`${RULES} deny rules for this tool, none fits`, ALL.map((index) => makeRule(index, { ...mine, effect: 'deny' }))],
]

function fits(index: number): boolean {
  return index === RULES - 1
}

/** One plan judged, beside the same judgement where nothing was ever decided. */
export async function run(): Promise<Report> {
  const rows = BOOKS.map(([name, list]): Row => {
    const standing = {
      ...NOTHING_DECIDED,
      ...ASKED_PLAINLY,
      chat: 'chat',
      session: 'session',
      now,
      rules: indexRules(list),
    }
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      for (let count = 0; count < JUDGED; count += 1) judge(plan, args, standing)
      times.push(((performance.now() - start) * 1000) / JUDGED)
    }
    const value = median(times)
    const goal = name === ALIKE ? {} : { goal: MOST_MICROSECONDS }
    return { name: `judging a plan, ${name}`, value, unit: 'µs', ...goal }
  })
  return { name: 'judge (microseconds)', rows }
}

if (import.meta.main) printTable(await run())
