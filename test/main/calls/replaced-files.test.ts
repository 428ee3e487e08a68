import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listReplaced, MOST_COPIES } from '#main/calls/kept-files'
import type { Effect } from '#shared/call/action'
import { processOf } from '#test/helpers/make-plan'
import { plan } from '../../stories/facts.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-replaced-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const hidden = {
  ...{ closesNetwork: true, dataFolder: at('data'), sockets: [] },
  secrets: () => [{ path: at('secret'), owners: new Set<string>() }],
}
const written = (name: string, content: string | Buffer) => {
  writeFileSync(at(name), content)
  return name
}

function replaced(does: 'write' | 'delete', names: string[], { argv = ['tee'], stdin = null as string | null } = {}) {
  const base = plan('save', 's', ['tee'], {})
  const action = { ...processOf(base), argv, stdin, cwd: folder, binary: { name: argv[0] ?? '', path: null } }
  const effects = names.map((path): Effect => ({ does, path, realPath: at(path), tree: true }))
  return listReplaced({ action, effects }, hidden)
}

describe('what a call would replace', () => {
  it('is described with the lines before and after, and how they differ', async () => {
    const name = written('report.txt', 'one\ntwo\nthree\n')
    const [file, ...others] = await replaced('write', [name], { stdin: 'one\n2\nthree\nfour\n' })
    expect(others).toEqual([])
    expect(file).toMatchObject({
      path: at(name),
      does: 'replace',
      bytes: 14,
      lines: { before: 3, after: 4, added: 2, removed: 1 },
    })
    expect(file?.diff).toEqual([' one', '-two', '+2', ' three', '+four'])
    expect(file?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('says which words of a line changed', async () => {
    const name = written('words.txt', 'the old cat\n')
    const [file] = await replaced('write', [name], { stdin: 'the new cat\n' })
    expect(file?.diff).toEqual(['-the old cat', '+the new cat'])
    expect(file?.words).toEqual({ 0: [[5, 8]], 1: [[5, 8]] })
  })

  it('keeps what was there if text is added to the end', async () => {
    const name = written('list.txt', 'milk\n')
    const [file] = await replaced('write', [name], { argv: ['tee', '--append'], stdin: 'bread\n' })
    expect(file).toMatchObject({ does: 'append', lines: { before: 1, after: 2, added: 1, removed: 0 } })
  })

  it('is nothing for a missing file, a folder, a pipe or a program that keeps what it replaces', async () => {
    mkdirSync(at('folder'))
    execFileSync('mkfifo', [at('pipe')])
    expect(await replaced('write', ['new.txt', 'folder', 'pipe'])).toEqual([])
    expect(await replaced('write', [written('kept.txt', 'x')], { argv: ['cp', '--backup=numbered'] })).toEqual([])
  })

  it.each([
    ['cp', '--backup=none'],
    ['cp', '--backup=numbered', '--backup=off'],
    ['mv', '--backup=n'],
    ['other-program', '--backup=numbered'],
  ])('is copied where %s %s keeps no backup that we know of', async (...argv) => {
    expect(await replaced('write', [written('kept.txt', 'x')], { argv })).toMatchObject([{ path: at('kept.txt') }])
  })

  it.each(['cp', 'mv', 'install', 'ln'])(
    'is the file of the same name in a folder that %s puts one into',
    async (program) => {
      const into = mkdtempSync(at('into-'))
      const name = into.slice(folder.length + 1)
      for (const file of ['a', 'b', program, name]) written(join(name, file), 'old')
      written('a', 'new')
      const files = await replaced('write', [name], { argv: [program, 'a', '/elsewhere/b', 'c', `${name}/`] })
      expect(files.map(({ path, does, noCopy }) => ({ path, does, noCopy }))).toEqual([
        { path: join(into, 'a'), does: 'replace', noCopy: undefined },
        { path: join(into, 'b'), does: 'replace', noCopy: undefined },
      ])
    },
  )

  it('is each file that a copied folder has in common with one that is there', async () => {
    for (const name of ['from/tree/deep', 'to/tree/deep', 'to/tree/empty']) mkdirSync(at(name), { recursive: true })
    for (const name of ['from/tree/a', 'from/tree/deep/b', 'from/tree/c']) written(name, 'new')
    for (const name of ['to/tree/a', 'to/tree/deep/b', 'to/tree/d', 'to/a']) written(name, 'old')
    const pathsOf = async (...argv: string[]) => (await replaced('write', ['to'], { argv })).map(({ path }) => path)
    const common = [at('to/tree/a'), at('to/tree/deep/b')]
    expect(await pathsOf('cp', '-r', at('from/tree'), 'to')).toEqual(common)
    expect(await pathsOf('cp', '-r', `${at('from')}/.`, 'to')).toEqual(common)
    expect(await pathsOf('mv', at('from/tree'), 'to')).toEqual([])
    expect(await pathsOf('cp', '-rT', at('from'), 'to')).toEqual(common)
    expect(await pathsOf('cp', '-r', '--no-target-directory', at('from/tree'), 'to')).toEqual([at('to/a')])
    expect(await pathsOf('cp', '-r', '--backup=numbered', at('from/tree'), 'to')).toEqual([])
  })

  it('is the file that a link leads to where cp writes through it, and nothing where a link is replaced', async () => {
    mkdirSync(at('linked'))
    symlinkSync(at(written('target', 'old')), at('linked/source'))
    written('source', 'new')
    const pathsOf = async (...argv: string[]) => (await replaced('write', ['linked'], { argv })).map(({ path }) => path)
    expect(await pathsOf('cp', at('source'), 'linked')).toEqual([at('target')])
    for (const program of ['mv', 'ln', 'install']) expect(await pathsOf(program, at('source'), 'linked')).toEqual([])
  })

  it('shows no lines of binary data', async () => {
    const [file] = await replaced('write', [written('picture', Buffer.from([0, 1, 2, 255]))], { stdin: 'text' })
    expect(file?.sha256).not.toBeNull()
    expect(file?.lines).toBeUndefined()
  })

  it('is not read if it is large, private, a folder or a link, and says why no copy is kept', async () => {
    truncateSync(at(written('large', '')), 2 ** 31)
    mkdirSync(at('secret'))
    written('secret/key', 'private words')
    symlinkSync(at('report.txt'), at('link'))
    mkdirSync(at('exports'))
    const files = await replaced('delete', ['large', 'secret/key', 'link', 'exports'])
    expect(files.map(({ noCopy }) => noCopy?.code)).toEqual([
      ...['no-copy-large', 'no-copy-private', 'no-copy-link', 'no-copy-folder'],
    ])
    expect(JSON.stringify(files)).not.toContain('private words')
    expect(files.every(({ sha256 }) => sha256 === null)).toBe(true)
  })

  it('is copied for the first files of a call only', async () => {
    const names = Array.from({ length: MOST_COPIES + 2 }, (_, index) => written(`many-${index}`, 'x'))
    const files = await replaced('delete', names)
    expect(files.filter(({ noCopy }) => noCopy).length).toBe(2)
  })

  it('shows a limited part of a large difference', async () => {
    const name = written('long.txt', `${'old\n'.repeat(600)}`)
    const [file] = await replaced('write', [name], { stdin: `${'new\n'.repeat(600)}${'x'.repeat(100_000)}\n` })
    expect(file?.isCut).toBe(true)
    expect(JSON.stringify(file?.diff ?? []).length).toBeLessThan(300_000)
  })
})
