import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A28 a path that leaves the granted folder', () => {
  it('is refused in each disguise where the skill declares it as a path', async () => {
    const scene = setScene('A28')
    const outside = scene.write('outside/secret.txt', 'secret')
    mkdirSync(join(scene.work, 'inner'))
    symlinkSync(join(scene.root, 'outside'), join(scene.work, 'link'))
    symlinkSync(outside, join(scene.work, 'file-link'))
    symlinkSync('/', join(scene.work, 'inner', 'root'))
    const up = [
      '..',
      '../',
      '../outside',
      '../outside/secret.txt',
      './../outside',
      'inner/../../outside',
      'inner/..//..//outside',
    ]
    const absolute = [
      '/',
      '/etc/passwd',
      '//etc/passwd',
      '///etc/passwd',
      '/proc/self/root/etc/passwd',
      '/proc/self/cwd/..',
      outside,
    ]
    const linked = [
      'link',
      'link/',
      'link/secret.txt',
      'link/new.txt',
      'file-link',
      'inner/root/etc/passwd',
      'inner/root',
    ]
    const odd = [
      '~',
      '~/x',
      '~root',
      'file:///etc/passwd',
      'inner/../..',
      '..\\x',
      'link/../../outside',
      '/dev/../etc/passwd',
    ]
    const paths = [...up, ...absolute, ...linked, ...odd]
    writeSkill(scene, {
      read: { binary: 'cat', args: [{ param: 'path', readPath: true }] },
      write: { binary: 'touch', args: [{ param: 'path', writePath: true }] },
    })
    const attempts = ['read', 'write'].flatMap((tool) => paths.map((path) => ({ tool, args: { path } })))
    expect(attempts.length).toBeGreaterThanOrEqual(56)
    const { results, started } = await attackWith(scene, attempts)
    const passed = results.flatMap(({ error }, index) => (error ? [] : [attempts[index]?.args.path]))
    // A tilde and a backslash are ordinary letters to a program that no shell starts.
    expect([...new Set(passed)].filter((path) => !/^~|\\/.test(String(path)))).toEqual([])
    expect(started.flat().join(' ')).not.toContain('secret')
  })

  it('is pointed out where the skill does not declare it', async () => {
    const scene = setScene('A28')
    writeSkill(scene, { attack: { binary: 'cat', args: [{ param: 'path' }] } })
    const paths = ['/etc/passwd', '//etc/passwd', '../x', '~/x', 'a/../b', 'file:/etc/passwd', 'C:\\x', '\\\\host\\x']
    const { results } = await attackWith(
      scene,
      paths.map((path) => ({ tool: 'attack', args: { path } })),
    )
    for (const [index, { plan, verdict }] of results.entries()) {
      expect(plan?.notes, paths[index]).toContainEqual(expect.objectContaining({ element: 1, raises: true }))
      expect(verdict?.kind).toBe('ask')
    }
  })
})
