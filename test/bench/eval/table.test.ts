import { expect, it } from 'vitest'
import type { TaskResult } from '../../../bench/eval/run-tasks.ts'
import { formatAim, formatReasons, formatTable } from '../../../bench/eval/table.ts'
import type { Kind } from '../../../bench/eval/task.ts'
import { WAYS } from '../../../bench/eval/ways.ts'

const result = (way: string, kind: Kind, done: boolean, more: Partial<TaskResult> = {}): TaskResult => ({
  ...{ model: 'm', way, kind, request: more.request ?? 'x', done, ...(!done && { why: 'no call' }) },
  ...{ attempts: [], ending: 'answered', answer: '', choseRightTool: done, executed: 1, valid: 1, ms: 1000 },
  ...more,
})

const results = [
  result('plain', 'single', true, { ms: 500 }),
  result('plain', 'single', false, { valid: 0 }),
  result('plain', 'talk', false, { why: 'ran a command', ms: 9000 }),
  result('turn', 'single', true),
  result('turn', 'single', true),
  result('turn', 'talk', false, { executed: 0, valid: 0, why: 'said nothing' }),
]

it('the table has a line for each way and a column for each kind that was measured', () => {
  expect(formatTable(results, WAYS)).toBe(
    [
      '              single call  no tool  done  right tool  calls run  schema-valid  median',
      'plain client          1/2      0/1   1/3         1/3          3          67 %   1.0 s',
      'our turn              2/2      0/1   2/3         2/3          2         100 %   1.0 s',
    ].join('\n'),
  )
})

it('the table shows the time to the first call and the tokens read for a task, where they were counted', () => {
  const figures = (firstCallMs: number, readTokens: number) => ({
    figures: { promptTokens: 3000, readTokens, firstCallMs },
  })
  const counted = [
    result('plain', 'single', true, figures(9000, 2900)),
    result('turn', 'single', true, figures(1800, 40)),
    result('turn', 'single', true, figures(2200, 60)),
    result('turn', 'talk', true, figures(0, 20)),
  ]
  const [head, plain, turn] = formatTable(counted, WAYS).split('\n')
  expect(head).toMatch(/median {2}first call {2}tokens read$/)
  expect(plain).toMatch(/9\.0 s {9}2900$/)
  expect(turn).toMatch(/2\.0 s {11}40$/)
})

it('a way that ran nothing has no share of valid calls', () => {
  expect(formatTable([result('native', 'talk', true, { executed: 0, valid: 0 })], WAYS)).toContain('0             -')
})

it('the reasons are counted for each way, the most frequent first', () => {
  const again = result('plain', 'safe', false)
  expect(formatReasons([...results, again], WAYS)).toBe(
    'plain client: 2 no call, 1 ran a command\nour turn: 1 said nothing',
  )
})

it('the goal is twice as many as the plain client, and more than none', () => {
  const done = (way: string, kind: Kind, request: string) => result(way, kind, true, { request })
  const left = (way: string, request: string) => result(way, 'single', false, { request })
  const met = [done('plain', 'single', 'a'), left('plain', 'b'), done('turn', 'single', 'a'), done('turn', 'talk', 'b')]
  expect(formatAim(met)).toBe(
    'Of 2 tasks our turn does 2 (1 by a command), the plain client 1 (1 by a command), 2.0 times as many (aim: twice): met',
  )
  expect(formatAim([left('plain', 'a'), left('turn', 'a')])).toBe(
    'Of 1 tasks our turn does 0 (0 by a command), the plain client 0 (0 by a command) (aim: twice): not met',
  )
})

it('the goal compares only the tasks that both got', () => {
  const some = (way: string, request: string) => result(way, 'single', true, { request })
  expect(formatAim([some('plain', 'a'), some('turn', 'a'), some('plain', 'b')])).toContain('1.0 times as many')
  expect(formatAim([some('turn', 'a')])).toBe('')
})
