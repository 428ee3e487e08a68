import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { FIXTURES, listenTo, readRecord, startCli, until } from '#test/main/cli/run-cli'
import { openForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const OURS = ['--no-bundled', '--skills', FIXTURES, '--home', 'h']

/** A child, a grandchild in a session of its own, and the shell itself, each telling its number. */
const TREE =
  'setsid sh -c "echo \\$\\$ > daemon; exec sleep 300" & sh -c "echo \\$\\$ > child; exec sleep 300" & echo $$ > shell; wait'

function readPid(file: string): number | null {
  if (!existsSync(file)) return null
  return Number(readFileSync(file, 'utf8')) || null
}

function isAlive(pid: number): boolean {
  try {
    const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state !== 'Z'
  } catch {
    return false
  }
}

describe.runIf(process.platform === 'linux')('Ctrl-C', () => {
  it('ends everything a run started, records it, and exits with 130', async () => {
    const cwd = makeTempDir()
    const args = ['run', 'spread', '--args', JSON.stringify({ script: TREE }), '--yes', '--json', ...OURS]
    const child = startCli(args, { cwd })
    const done = listenTo(child)
    const pids = await until('the tree', () => {
      const seen = ['daemon', 'child', 'shell'].map((name) => readPid(join(cwd, name)))
      return seen.every((pid) => pid !== null) && seen
    })
    expect(pids.every(isAlive)).toBe(true)
    child.kill('SIGINT')
    const { code, stdout } = await done
    expect(pids.filter(isAlive)).toEqual([])
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, run: { canceled: true, survivors: [] } })
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ type: 'run.finished', canceled: true }))
  })

  it('ends an example of a tool, and records how it ended', async () => {
    const cwd = makeTempDir()
    const endless = makeToolCode(body('for (;;) {}'), { examples: [{ input: {}, output: {} }] })
    mkdirSync(join(cwd, 'endless'))
    writeFileSync(join(cwd, 'endless', 'a.tool.json'), JSON.stringify(endless))
    const child = startCli(['check', 'endless', '--examples', '--yes', '--home', 'h', '--no-bundled'], { cwd })
    const done = listenTo(child)
    const record = () => (existsSync(join(cwd, 'h', 'skillet.db')) ? readRecord(cwd) : [])
    await until('the run', () => record().find(({ type }) => type === 'run.started'))
    child.kill('SIGINT')
    expect(await done).toMatchObject({ code: 130 })
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ type: 'run.finished', canceled: true }))
  })

  it('ends a chat that waits for its message', async () => {
    const cwd = makeTempDir()
    const child = startCli(['chat', '-'], { cwd })
    const done = listenTo(child)
    child.stdin?.write('half a mess')
    // Once it has taken this much, it reads.
    await new Promise((taken) => child.stdin?.write(' '.repeat(300_000), taken))
    child.kill('SIGINT')
    expect(await done).toMatchObject({ code: 130, stdout: '' })
  })

  it('is not needed to end a message that is too long: no more of it is read', async () => {
    const child = startCli(['chat', '-'], { cwd: makeTempDir() })
    const done = listenTo(child)
    child.stdin?.on('error', () => {})
    // Standard input stays open.
    child.stdin?.write('x'.repeat(1_000_001))
    expect(await done).toMatchObject({ code: 2, stderr: expect.stringContaining('is longer than 1000000 characters') })
  })

  it('ends the wait for the record of an open app at once', async () => {
    const cwd = makeTempDir()
    const { ledger } = await openForTest({ home: join(cwd, 'h') })
    const child = startCli(['run', 'say', '--args', '{"text": "hi"}', '--yes', ...OURS], { cwd })
    const done = listenTo(child)
    await new Promise((waits) => child.stderr?.once('data', waits))
    const since = performance.now()
    child.kill('SIGINT')
    expect(await done).toMatchObject({ code: 130, stderr: expect.stringMatching(/Waiting for it …\n$/) })
    expect(performance.now() - since).toBeLessThan(5000)
    await ledger.append([makeMessage('the owner goes on')])
    await ledger.close()
  })

  it('ends an export, and leaves no part of the record behind', async () => {
    const cwd = makeTempDir()
    const { ledger } = await openForTest({ home: join(cwd, 'h') })
    for (let n = 0; n < 20; n++) await ledger.append(Array.from({ length: 500 }, () => makeMessage('x'.repeat(200))))
    await ledger.close()
    const child = startCli(['log', 'export', 'record.jsonl', '--home', 'h'], { cwd })
    const done = listenTo(child)
    await until('the export', () => readdirSync(cwd).some((name) => name.endsWith('.part')))
    child.kill('SIGINT')
    expect(await done).toMatchObject({ code: 130, stderr: '' })
    expect(readdirSync(cwd)).toEqual(['h'])
  })

  it('ends a batch that waits for its next line, with 130', async () => {
    const cwd = makeTempDir()
    const child = startCli(['plan', '--batch', '-', '--no-bundled'], { cwd })
    const done = listenTo(child)
    child.stdin?.write('{\n'.repeat(40))
    await new Promise((seen) => child.stdout?.once('data', seen))
    child.kill('SIGINT')
    expect(await done).toMatchObject({ code: 130 })
    expect(readdirSync(cwd)).toEqual([])
  })
})
