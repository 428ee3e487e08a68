import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { readConfinedEnding, readSandboxReport } from '#main/runners/process/start-process'

async function read(...pieces: string[]) {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const report = readSandboxReport(stream)
  await finished(stream)
  return report
}

const STARTED = '{ "child-pid": 4711, "cgroup-namespace": 1, "pid-namespace": 2 }\n'
const OUTER = { exitCode: 143, signal: null }

describe('what a sandbox reports', () => {
  it('is which process it started, and how that ended, even in pieces', async () => {
    const whole = await read(STARTED, '{ "exit-code": 3 }\n')
    expect([whole.leader(), whole.exitCode()]).toEqual([4711, 3])
    const cut = await read(STARTED.slice(0, 9), `${STARTED.slice(9)}{ "exit-`, 'code": 0 }\n')
    expect([cut.leader(), cut.exitCode()]).toEqual([4711, 0])
  })

  it('is ignored if it is empty or meaningless', async () => {
    for (const text of ['', 'bwrap: broken', '{ "exit-code": null }']) {
      const report = await read(text)
      expect([report.leader(), report.exitCode()]).toEqual([null, null])
    }
  })
})

describe('the end of a confined program', () => {
  it('is a signal if that signal was sent, and otherwise the reported number', async () => {
    const report = await read(STARTED, '{ "exit-code": 143 }\n')
    expect(readConfinedEnding(report, OUTER, true)).toEqual({ exitCode: null, signal: 'SIGTERM' })
    expect(readConfinedEnding(report, OUTER, false)).toEqual({ exitCode: 143, signal: null })
  })

  it('stays its own exit code if it ended well when asked', async () => {
    const report = await read(STARTED, '{ "exit-code": 0 }\n')
    expect(readConfinedEnding(report, OUTER, true)).toEqual({ exitCode: 0, signal: null })
  })

  it('is the sandbox’s own end if that was killed first', async () => {
    const outer = { exitCode: null, signal: 'SIGKILL' }
    expect(readConfinedEnding(await read(STARTED), outer, true)).toEqual(outer)
  })
})
