import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, listenTo, PROGRAM, plainEnv, startCli } from '#test/main/cli/run-cli'

const SAY = ['run', 'say', '--args', '{"text": "hi"}', '--yes', '--no-bundled', '--skills', FIXTURES, '--home', 'h']

describe('the streams of a command', () => {
  it('are independent: a result is printed even if nobody reads what is said beside it', async () => {
    const child = startCli(SAY, { cwd: makeTempDir() })
    child.stderr?.destroy()
    expect(await listenTo(child)).toMatchObject({ code: 0, stdout: 'hi\n' })
  })

  it.runIf(process.platform === 'linux').each([['--help'], ['skills', '--json', '--no-bundled']])(
    'end with 1 and a sentence if the disk is full: %s',
    async (...args) => {
      const cwd = makeTempDir()
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
      const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env: plainEnv(cwd), stdio: [...stdio] })
      const { code, stderr } = await listenTo(child)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'skillet: the output cannot be written: ENOSPC: no space left on device, write\n',
      })
    },
  )
})

describe('a folder that is gone', () => {
  it.runIf(process.platform === 'linux')('is named when a command was started in it', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'gone'))
    const script = `cd gone && rmdir ../gone && exec "${process.execPath}" "${PROGRAM}" skills`
    const { code, stderr } = await listenTo(spawn('sh', ['-c', script], { cwd, env: plainEnv(cwd) }))
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `skillet: the folder you are in is gone: there is no folder ${join(cwd, 'gone')}.\n`,
    })
  })
})

describe('a data folder that cannot be read', () => {
  it('is named with what to do about it, and is no mistake of Skillet', async () => {
    const cwd = makeTempDir()
    // As without permission, which root always has.
    mkdirSync(join(cwd, 'h', 'moving.json'), { recursive: true })
    const { code, stdout, stderr } = await callCli(['log', '--home', 'h', '--json'], { cwd })
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'RECORD_FAILED'])
    expect(stderr).toContain(`Make sure that you can write to ${join(cwd, 'h')}`)
  })
})
