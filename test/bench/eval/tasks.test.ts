import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAccepted, judgeTask } from '../../../bench/eval/judge.ts'
import { type Attempt, openStage, type Stage } from '../../../bench/eval/stage.ts'
import { KINDS, type Kind, type Outcome, type Task } from '../../../bench/eval/task.ts'
import { ALL_TASKS } from '../../../bench/eval/tasks/all-tasks.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const attempt = ({ call }: Outcome) => stage.attempt(call.tool, call.args, AbortSignal.timeout(60_000))

describe('the tasks', () => {
  it('are at least sixty, at least ten of each kind, and all different', () => {
    expect(ALL_TASKS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(ALL_TASKS.map(({ request }) => request)).size).toBe(ALL_TASKS.length)
    for (const kind of KINDS) expect(ALL_TASKS.filter((task) => task.kind === kind).length).toBeGreaterThanOrEqual(10)
  })

  it('have as many steps as their kind says', () => {
    const steps = {
      single: 1,
      arguments: 1,
      steps: 2,
      talk: 0,
      safe: 1,
      later: 1,
      pairs: 2,
      german: 1,
      python: 1,
      unseen: 1,
      fresh: 1,
      practice: 1,
      'held-out': 1,
      newest: 1,
      further: 1,
      once: 1,
      last: 1,
      extra: 1,
    }
    const withoutCall: Partial<Record<Kind, number>> = { newest: 4, further: 10, once: 10, last: 10, extra: 10 }
    for (const task of ALL_TASKS) {
      const isTalk = task.kind in withoutCall && task.steps.length === 0
      expect(task.steps, task.request).toHaveLength(isTalk ? 0 : steps[task.kind])
    }
    for (const [each, count] of Object.entries(withoutCall)) {
      expect(ALL_TASKS.filter(({ kind, steps }) => kind === each && steps.length === 0)).toHaveLength(count)
    }
  })

  it('need tools of most bundled skills', () => {
    const used = new Set(ALL_TASKS.flatMap(outcomesOf).map(({ call }) => call.tool.split('_')[0]))
    expect(used.size).toBeGreaterThanOrEqual(12)
  })
})

describe.each(ALL_TASKS.filter(({ steps }) => steps.length > 0))('$request', (task) => {
  it('is done by each call it names, planned like any call', async () => {
    for (const step of task.steps) {
      for (const outcome of step.accept) {
        const { command, error, isValid, isValidAsWritten } = await attempt(outcome)
        expect(error).toBe(undefined)
        expect({ isValid, isValidAsWritten }).toEqual({ isValid: true, isValidAsWritten: true })
        const accepted = command && isAccepted({ accept: [outcome], output: '' }, command)
        expect(accepted, JSON.stringify(command)).toBe(true)
      }
    }
    const attempts = await Promise.all(firstOutcomes(task).map(attempt))
    expect(judgeTask(task, { attempts, ending: 'answered', answer: '' })).toEqual({ done: true })
  })
})

it('is not done by the call of another task, unless it is the first half of that task', {
  timeout: 240_000,
}, async () => {
  const planned = new Map<Task, Attempt[]>()
  for (const task of ALL_TASKS) planned.set(task, await Promise.all(firstOutcomes(task).map(attempt)))
  const mistaken = ALL_TASKS.flatMap((task) =>
    ALL_TASKS.filter((other) => other !== task && other.kind !== 'steps' && other.kind !== 'pairs')
      .filter((other) => judgeTask(task, { attempts: planned.get(other) ?? [], ending: 'answered', answer: '' }).done)
      .map((other) => `${other.request} does: ${task.request}`),
  )
  expect(mistaken).toEqual([])
})

const outcomesOf = ({ steps }: Task) => steps.flatMap(({ accept }) => accept)
const firstOutcomes = ({ steps }: Task) => steps.flatMap(({ accept }) => accept.slice(0, 1))
