import { describe, expect, it } from 'vitest'
import { asReported } from '#shared/messages/message'
import { choseRightTool, failureOf, judgeTask, outputOf } from '../../../bench/eval/judge.ts'
import type { Attempt, Command } from '../../../bench/eval/stage.ts'
import { orElse, outcome, path, step, task } from '../../../bench/eval/task.ts'

const look = outcome('look', {}, ['look', path('a')])
const save = outcome('save', {}, ['save', path('b')], { stdin: /^text$/ })
const one = task('single', 'look at a', step('seen', look))
const two = task('steps', 'look at a, save b', step('seen', look), step('saved', save))
const none = task('talk', 'hello')

const command = (argv: string, more: Partial<Command> = {}): Command => {
  return { argv: argv.split(' '), cwd: '.', stdin: null, changesThings: false, ...more }
}
const ran = (tool: string, argv: string, more: Partial<Command> = {}): Attempt => {
  return { tool, args: {}, command: command(argv, more), isValid: true, isValidAsWritten: true }
}
const failed = (tool: string): Attempt => {
  return {
    tool,
    args: {},
    error: { code: 'PARAM_MISSING', message: asReported('') },
    isValid: false,
    isValidAsWritten: false,
  }
}
const saved = ran('save', 'save b', { stdin: 'text', changesThings: true })
const seen = ran('look', 'look ./a')
const aside = ran('look', 'look c')

describe('a task', () => {
  it.each([
    ['with the command that was asked for is done', one, [seen], true],
    ['with both commands in their order is done', two, [seen, saved], true],
    ['with a look around beside it is done', two, [aside, seen, aside, saved], true],
    ['after a call that came to nothing is done', one, [failed('look'), seen], true],
    ['without any call is not done', one, [], 'no call'],
    ['with a call of another tool is not done', one, [ran('list', 'list')], 'wrong tool'],
    ['with another place is not done', one, [aside], 'wrong arguments'],
    ['whose call was refused is not done', one, [failed('look')], 'arguments refused'],
    ['in another folder is not done', one, [ran('look', 'look a', { cwd: 'b' })], 'wrong arguments'],
    ['with its first half is half done', two, [seen], 'half done'],
    ['in the wrong order is not done', two, [saved, seen], 'changed something else'],
    ['with the change made twice is not done', two, [seen, saved, saved], 'changed something else'],
    ['with other text is not done', two, [seen, ran('save', 'save b', { stdin: 'x' })], 'half done'],
    ['among many guesses is not done', one, [aside, aside, seen, aside], 'ran too much'],
    ['that needs no command and ran one is not done', none, [seen], 'ran a command'],
    ['that needs no command and ran none is done', none, [failed('look')], true],
  ])('%s', (_title, task, attempts, expected) => {
    const judged = judgeTask(task, { attempts, ending: 'answered', answer: 'Well.' })
    expect(judged.done || judged.why).toBe(expected)
  })

  it('that needs no command is not done with silence or an end without an answer', () => {
    const judge = (ending: string, answer: string) => judgeTask(none, { attempts: [], ending, answer })
    expect(judge('answered', ' \n')).toEqual({ done: false, why: 'said nothing' })
    expect(judge('MODEL_WITHOUT_TOOLS', '')).toEqual({ done: false, why: 'MODEL_WITHOUT_TOOLS' })
    expect(judge('timed out', 'Well, well')).toEqual({ done: false, why: 'timed out' })
    expect(judge('length', 'Well, well')).toEqual({ done: true })
  })

  it('that ended before any call says how it ended', () => {
    expect(judgeTask(one, { attempts: [], ending: 'timed out', answer: '' })).toEqual({ done: false, why: 'timed out' })
  })
})

it('answers a command that does a step with its output, and any other with nothing', () => {
  expect(outputOf(two, [command('look a')])).toBe('seen')
  expect(outputOf(two, [command('look c')])).toBe('(no output)')
  expect(outputOf(two, [command('look a'), command('look a')])).toBe('seen')
  expect(outputOf(two, [command('save b', { stdin: 'text' })])).toBe('(no output)')
  expect(outputOf(two, [command('look a'), command('save b', { stdin: 'text' })])).toBe('saved')
})

it('a command that guesses a name fails as its program would, and only where a step says how', () => {
  const guarded = task('steps', 'look, then save', step('seen', look), orElse('no such file', step('saved', save)))
  expect(failureOf(guarded, ran('save', 'save x', { stdin: 'text' }))).toBe('no such file')
  expect(failureOf(guarded, saved)).toBe(null)
  expect(failureOf(guarded, aside)).toBe(null)
  expect(failureOf(guarded, failed('save'))).toBe(null)
})

it('takes the tool that the first step names for the right one, or none if none is needed', () => {
  expect(choseRightTool(one, [failed('look')])).toBe(true)
  expect(choseRightTool(two, [saved])).toBe(false)
  expect(choseRightTool(none, [])).toBe(true)
  expect(choseRightTool(none, [failed('look')])).toBe(false)
})
