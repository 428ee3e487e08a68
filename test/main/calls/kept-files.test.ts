import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DAYS_KEPT, sweepCopies } from '#main/calls/kept-files'
import { handleCalls } from '#main/requests/handle-calls'
import { textOf } from '#shared/messages/message'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: TestCore | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

async function start(folder = makeTempDir()) {
  const [home, cwd] = [join(folder, 'data'), join(folder, 'work')]
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true })
  open = await openTestCore({
    ...{ home, cwd, decide: async () => ({ decision: 'once', by: 'person' }) },
    skills: ['skills', join('test', 'gallery', 'skills')].map((path) => ({
      path: join(root, path),
      origin: 'bundled',
    })),
  })
  const { core, facts } = open
  const handlers = handleCalls(core)
  return {
    ...{ home, cwd, facts, file: (name: string) => join(cwd, name) },
    async run(tool: string, args: object) {
      const call = randomUUID()
      const { signal } = new AbortController()
      const done = await core.runCall({ chat: null, call, tool, args, caller: { kind: 'person' }, signal })
      expect(done.run?.exitCode, done.forModel).toBe(0)
      return call
    },
    async undo(call: string) {
      const reply = await handlers['call.undo']({ call })
      return reply.ok ? reply.value.paths : textOf(reply.error.message)
    },
  }
}

describe('a file that a command replaced', () => {
  it('is restored as it was, with its mode, and only once', async () => {
    const { run, undo, file, facts } = await start()
    writeFileSync(file('report.txt'), 'the old words\n')
    chmodSync(file('report.txt'), 0o640)
    const call = await run('write_files_save', { path: 'report.txt', content: 'the new words\n' })
    expect(readFileSync(file('report.txt'), 'utf8')).toBe('the new words\n')
    expect(await undo(call)).toEqual([file('report.txt')])
    expect(readFileSync(file('report.txt'), 'utf8')).toBe('the old words\n')
    expect(statSync(file('report.txt')).mode & 0o777).toBe(0o640)
    expect(facts.at(-1)).toMatchObject({ type: 'files.restored', call })
    expect(await undo(call)).toContain('already undone')
  })

  it('is restored after a restart', async () => {
    const folder = makeTempDir()
    const first = await start(folder)
    writeFileSync(first.file('a.txt'), 'old')
    const call = await first.run('write_files_save', { path: 'a.txt', content: 'new' })
    await open?.core.close()
    const { undo, file } = await start(folder)
    await undo(call)
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('old')
  })

  it('stays as it is if it has changed since, and the refusal names it', async () => {
    const { run, undo, file } = await start()
    writeFileSync(file('a.txt'), 'old')
    const call = await run('write_files_save', { path: 'a.txt', content: 'new' })
    writeFileSync(file('a.txt'), 'written by hand')
    expect(await undo(call)).toBe(`${file('a.txt')} changed since. Nothing was undone.`)
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('written by hand')
  })

  it('is restored after it was deleted', async () => {
    const { run, undo, file } = await start()
    writeFileSync(file('a.txt'), 'one')
    writeFileSync(file('b.txt'), 'two')
    const call = await run('tidy_delete', { files: 'a.txt b.txt' })
    expect(existsSync(file('a.txt'))).toBe(false)
    expect(await undo(call)).toEqual([file('a.txt'), file('b.txt')])
    expect(readFileSync(file('b.txt'), 'utf8')).toBe('two')
  })

  it('does not replace a new file that is too large to be read', async () => {
    const { run, undo, file } = await start()
    writeFileSync(file('a.txt'), 'one')
    const call = await run('tidy_delete', { files: 'a.txt' })
    writeFileSync(file('a.txt'), '')
    truncateSync(file('a.txt'), 17 * 1024 * 1024)
    expect(await undo(call)).toContain('changed since')
    expect(statSync(file('a.txt')).size).toBe(17 * 1024 * 1024)
  })

  it('is not restored through a link that took the place of its folder', async () => {
    const { run, undo, file, home } = await start()
    mkdirSync(file('sub'))
    writeFileSync(file('sub/a.txt'), 'one')
    const call = await run('tidy_delete', { files: 'sub/a.txt' })
    rmSync(file('sub'), { recursive: true })
    symlinkSync(home, file('sub'))
    expect(await undo(call)).toContain('changed since')
    expect(existsSync(join(home, 'a.txt'))).toBe(false)
  })

  it('is restored by a second try after the first one ended halfway', async () => {
    const { run, undo, file } = await start()
    mkdirSync(file('sub'))
    writeFileSync(file('a.txt'), 'one')
    writeFileSync(file('sub/b.txt'), 'two')
    const call = await run('tidy_delete', { files: 'a.txt sub/b.txt' })
    rmSync(file('sub'), { recursive: true })
    writeFileSync(file('sub'), 'in the way')
    expect(await undo(call)).toContain('could not be written')
    rmSync(file('sub'))
    expect(await undo(call)).toEqual([file('a.txt'), file('sub/b.txt')])
    expect(readFileSync(file('sub/b.txt'), 'utf8')).toBe('two')
  })

  it('is the link that was deleted, never the file it leads to', async () => {
    const { run, undo, file } = await start()
    writeFileSync(file('a.txt'), 'one')
    symlinkSync(file('a.txt'), file('link'))
    expect(await undo(await run('tidy_delete', { files: 'link' }))).toBe('This call kept no copies.')
  })

  it('has its copy in a private place, and only as long as it is kept', async () => {
    const { run, undo, file, home } = await start()
    writeFileSync(file('a.txt'), 'old')
    const call = await run('write_files_save', { path: 'a.txt', content: 'new' })
    const folder = join(home, 'kept')
    const [copy = ''] = readdirSync(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600)
    await sweepCopies(home)
    expect(readdirSync(folder)).toEqual([copy])
    const old = new Date(Date.now() - (DAYS_KEPT + 1) * 86_400_000)
    utimesSync(join(folder, copy), old, old)
    await sweepCopies(home)
    expect(readdirSync(folder)).toEqual([])
    expect(await undo(call)).toContain('is gone')
  })

  it('is not invented: a call that replaced nothing has nothing to undo', async () => {
    const { run, undo } = await start()
    expect(await undo(await run('write_files_save', { path: 'new.txt', content: 'x' }))).toBe(
      'This call kept no copies.',
    )
  })
})

it('is looked for in the chat’s folder, not where Skillet was started', async () => {
  const { file } = await start()
  // Skillet's own folder has one of that name.
  writeFileSync(file('package.json'), '{}')
  const planned = await open?.core.plan({ tool: 'files_head', args: { path: 'package.json' } })
  expect(planned?.ok && planned.plan.closed).toBeUndefined()
  const found = await open?.core.plan({ tool: 'files_find', args: { name: 'package.json' } })
  expect(found?.ok && found.plan.closed).toBeUndefined()
})
