import { describe, expect, it } from 'vitest'
import { supervise } from '#main/runners/process/supervise'
import { makeCommand } from '#test/helpers/fixture-bin'

const NEVER_END = ['forever', 'ignore-sigterm', 'stop-itself']

describe('A33 a program that does not end', () => {
  it.each([...NEVER_END, 'hold-stdout', 'spawn-child', 'read-stdin'])(
    'settles once its time is over: %s',
    async (name) => {
      const run = await supervise(makeCommand(name, [], { timeoutMs: 500 }))
      if (NEVER_END.includes(name)) expect(run).toMatchObject({ timedOut: true, exitCode: null })
      // The promise is the limit and 5 s; a loaded machine gets as much again.
      expect(run.ms).toBeLessThan(11_000)
    },
  )
})
