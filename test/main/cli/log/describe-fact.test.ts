import { expect, it } from 'vitest'
import { describeHow } from '#main/cli/log/describe-fact'
import { message } from '#shared/messages/message'

it.each([
  ['an exit code', { exitCode: 3 }, 'exit 3'],
  ['a signal', { exitCode: null, signal: 'SIGKILL' }, 'ended by signal SIGKILL'],
  ['the status of an answer', { exitCode: null, status: 201 }, 'status 201'],
  ['nothing but its end', { exitCode: null }, 'done'],
  [
    'a reason, before its time is added',
    { exitCode: null, status: 500, failure: { code: 'x', message: message('http-status', { status: '500 Oops' }) } },
    'The server answered 500 Oops',
  ],
])('a run is described by %s', (_what, run, text) => {
  expect(describeHow(run)).toBe(text)
})
