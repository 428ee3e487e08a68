import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readFolder } from '#main/runners/process/mounts'
import { supervise } from '#main/runners/process/supervise'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

type Opened = [path: string, access: 'read' | 'write']

async function run(script: string, cwd: string, ...opened: Opened[]): Promise<string> {
  const folders = opened.flatMap(([path, access]) => readFolder(path, access))
  const writable = folders.flatMap(({ realPath, access }) => (access === 'write' ? [realPath] : []))
  const { stdout, stderr } = await supervise(confine(makeShellCommand(script, { cwd }), { folders, writable }))
  return (stdout.text + stderr.text).trim()
}

const settle = (...names: string[]) => {
  const home = realpathSync(makeTempDir())
  for (const name of names) mkdirSync(join(home, name), { recursive: true })
  return home
}

describeEnforced('a folder of an odd kind', () => {
  it('may have a line break, a quote and a dash in its name', async () => {
    const name = '-a\n"b'
    const folder = join(settle(name), name)
    expect(await run('echo here > file; cat file', folder, [folder, 'write'])).toBe('here')
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('here\n')
  })

  it('may lie in another with another mode, each way round', async () => {
    const home = settle('outer/inner')
    const [outer, inner] = [join(home, 'outer'), join(home, 'outer/inner')]
    const script = 'echo x > one; echo x > inner/two; exit 0'
    expect(await run(script, outer, [outer, 'read'], [inner, 'write'])).toContain('Read-only file system')
    expect([existsSync(join(outer, 'one')), existsSync(join(inner, 'two'))]).toEqual([false, true])
    execFileSync('rm', [join(inner, 'two')])
    expect(await run(script, outer, [outer, 'write'], [inner, 'read'])).toContain('Read-only file system')
    expect([existsSync(join(outer, 'one')), existsSync(join(inner, 'two'))]).toEqual([true, false])
  })

  it('may be open to two commands at once', async () => {
    const folder = settle()
    // Each waits for what the other writes.
    const script = (own: string, other: string) =>
      `echo ${own} > ${own}; until [ -s ${other} ]; do :; done; cat ${other}`
    const both = [run(script('a', 'b'), folder, [folder, 'write']), run(script('b', 'a'), folder, [folder, 'write'])]
    expect(await Promise.all(both)).toEqual(['b', 'a'])
  })

  it('may be a disk of its own', async (context) => {
    const folder = join(settle('disk'), 'disk')
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    if (mounted.status !== 0) return context.skip('nothing may be mounted here')
    onTestFinished(() => void spawnSync('umount', ['-l', folder]))
    writeFileSync(join(folder, 'kept'), 'mine')
    expect(await run('cat kept; echo new > made', folder, [folder, 'write'])).toBe('mine')
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('new\n')
  })
})
