import { describe, expect, it } from 'vitest'
import { pickEvenly, readOptions } from '../../../bench/eval/options.ts'
import { KINDS } from '../../../bench/eval/task.ts'
import { ALL_TASKS } from '../../../bench/eval/tasks/all-tasks.ts'

const read = (line: string) => readOptions(line.split(' ').filter(Boolean))
const countKinds = (line: string) => {
  const options = read(line)
  if (!options.ok) throw new Error(options.message)
  const tasks = options.options.pick(ALL_TASKS)
  return KINDS.map((kind) => tasks.filter((task) => task.kind === kind).length)
}

describe('the options', () => {
  it.each([
    ['', '--model is missing'],
    ['--model', '--model'],
    ['--model m --suite fun', 'there is no suite fun'],
    ['--model m --ways plain,magic', 'there is no way magic'],
    ['--model m --limit 0', '--limit: expected a number, received 0'],
    ['--model m --task-seconds soon', '--task-seconds: expected a number, received soon'],
    ['--model m --colour', '--colour'],
    ['m', 'm'],
  ])('%s are refused, and it is said why', (line, message) => {
    const options = read(line)
    expect(options.ok ? '' : options.message).toContain(message)
  })

  it('measure every way in the order of the table unless some are named', () => {
    const names = (line: string) => {
      const options = read(line)
      return options.ok ? options.options.ways.map(({ name }) => name) : []
    }
    expect(names('--model m').slice(0, 2)).toEqual(['plain', 'turn'])
    expect(names('--model m --ways turn,plain')).toEqual(['plain', 'turn'])
  })

  it('measure several models, and at night forty tasks beside the plain client within an hour', () => {
    const options = (line: string) => {
      const read = readOptions(line.split(' '))
      if (!read.ok) throw new Error(read.message)
      const { models, ways, timeoutMs } = read.options
      return { models, ways: ways.map(({ name }) => name), timeoutMs, tasks: read.options.pick(ALL_TASKS).length }
    }
    const night = { models: ['a', 'b:1b'], ways: ['plain', 'turn'], timeoutMs: 3_600_000, tasks: 40 }
    expect(options('--model a,b:1b --suite nightly')).toEqual(night)
    expect(options('--model a,b:1b --suite nightly --limit 20 --minutes 5')).toEqual({
      ...night,
      ...{ timeoutMs: 300_000, tasks: 20 },
    })
    expect(options('--model a').timeoutMs).toBe(Number.POSITIVE_INFINITY)
  })

  it('pick the tasks that contain a word', () => {
    const options = read('--model m --only photos.zip|haiku')
    const requests = options.ok ? options.options.pick(ALL_TASKS).map(({ request }) => request) : []
    expect(requests).toEqual(['peek in photos.zip, is there a raw folder?', 'write me a haiku about rain'])
  })

  it('pick all tasks, some kinds, two of each kind, or the same number of every kind', () => {
    expect(countKinds('--model m').reduce((sum, count) => sum + count)).toBe(ALL_TASKS.length)
    expect(countKinds('--model m --suite quick')).toEqual(KINDS.map(() => 2))
    expect(countKinds(`--model m --limit ${4 * KINDS.length}`)).toEqual(KINDS.map(() => 4))
    const [single, , , talk] = countKinds('--model m --suite single,talk')
    expect([single, talk].every((count) => count && count >= 10)).toBe(true)
    expect(countKinds('--model m --suite steps --limit 3')).toEqual(KINDS.map((kind) => (kind === 'steps' ? 3 : 0)))
  })
})

it('make a smaller pick part of a larger one', () => {
  const larger = new Set(pickEvenly(ALL_TASKS, 30))
  for (const task of pickEvenly(ALL_TASKS, 15)) expect(larger.has(task)).toBe(true)
})
