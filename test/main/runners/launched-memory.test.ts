import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programRunner } from '#main/runners/launched'
import type { RunIo, Runnable } from '#main/runners/runner'
import type { ProcessAction } from '#shared/call/action'
import { textOf } from '#shared/messages/message'
import { describeEnforced, NOTHING_GRANTED, sandboxHere } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

describeEnforced('a file that an interpreter runs, without a limit of its own', () => {
  it('is ended by the sandbox’s limit, which is not reported as a limit of 0', async () => {
    const path = join(makeTempDir(), 'fill.sh')
    const code = 'x=$(head -c 30000000 /dev/zero | tr "\\0" a); sleep 20; true\n'
    writeFileSync(path, code)
    const sha256 = createHash('sha256').update(code).digest('hex')
    const action: ProcessAction = {
      ...{ kind: 'process', argv: ['bash', path], origin: ['skill', 'skill'], cwd: '/', env: [] },
      ...{ binary: { name: 'bash', path: '/bin/bash' }, stdin: '', tempFiles: [] },
      entry: { launcher: 'bash', path, sha256, result: 'stdout' },
    }
    const grants = { secrets: [] }
    const plan = {
      action,
      effects: [],
      grants,
      timeoutMs: 15_000,
      confinement: NOTHING_GRANTED,
    } as unknown as Runnable<typeof action>
    const wrap: RunIo['wrap'] = (command, confinement, more = []) => {
      const wrapped = sandboxHere.wrap(command, confinement, more)
      return wrapped && 'path' in wrapped ? { ...wrapped, most: { memory: 10_000_000 } } : wrapped
    }
    const io = { run: 'r', signal: new AbortController().signal, output: () => {}, keptBytes: 1024, env: {}, wrap }
    const ended = await programRunner.run(plan, io as unknown as RunIo)
    expect(ended.how).toBe('out-of-memory')
    expect(ended.failure?.code).toBe('OUT_OF_MEMORY')
    expect(textOf(ended.failure?.message ?? '')).not.toMatch(/\b0 M/)
  })
})
