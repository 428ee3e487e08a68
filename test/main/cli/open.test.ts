import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, listenTo, startCli, until } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', FIXTURES, '--home', 'h']

async function hold(cwd: string) {
  const opened = await openLedger({ home: join(cwd, 'h') })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  return opened.ledger
}

describe('a record that another process has', () => {
  it('is waited for, and the message says who has it', async () => {
    const cwd = makeTempDir()
    const ledger = await hold(cwd)
    const child = startCli(['run', 'say', '--args', '{"text": "late"}', '--yes', ...OURS], { cwd })
    const heard: string[] = []
    child.stderr?.on('data', (text) => heard.push(String(text)))
    const done = listenTo(child)
    await until('the word that it waits', () => heard.join('').includes(`process ${process.pid}). Waiting for it …`))
    await ledger.close()
    expect(await done).toMatchObject({ code: 0, stdout: 'late\n' })
  })

  it('is given up after ten seconds, with nothing started', async () => {
    const cwd = makeTempDir()
    const ledger = await hold(cwd)
    const { code, stdout } = await callCli(['run', 'say', '--args', '{"text": "x"}', '--yes', '--json', ...OURS], {
      cwd,
    })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: { code: 'RECORD_FAILED', message: expect.stringContaining(`process ${process.pid}`) },
    })
    expect(await ledger.read()).toEqual([])
    await ledger.close()
  })
})
