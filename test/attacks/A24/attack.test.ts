import { linkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackWith, type Scene, setScene, writeSkill } from '../attack.ts'

const LINKS: Record<string, (scene: Scene, folder: string, outside: string) => void> = {
  'a script that is a symbolic link': (_scene, folder, outside) =>
    symlinkSync(outside, join(folder, 'scripts', 'x.sh')),
  'a script that is a hard link': (_scene, folder, outside) => linkSync(outside, join(folder, 'scripts', 'x.sh')),
  'a folder of scripts that is a link': ({ root }, folder) => {
    renameSync(join(folder, 'scripts'), join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(folder, 'scripts'))
  },
}

describe('A24 a script that lies outside its skill', () => {
  it.each(Object.keys(LINKS))('never runs as %s', async (kind) => {
    const scene = setScene('A24')
    const outside = scene.write('outside/x.sh', `touch ${scene.canary}\n`)
    writeSkill(scene, {
      attack: { binary: 'echo', args: [{ param: 'text', resolveCommand: { script: 'x', args: [] } }] },
    })
    scene.write('skills/hostile/scripts/other.sh', 'true\n')
    if (kind.includes('folder')) scene.write('skills/hostile/scripts/x.sh', `touch ${scene.canary}\n`)
    LINKS[kind]?.(scene, join(scene.root, 'skills', 'hostile'), outside)
    const attempts = [{ tool: 'attack', args: { text: 'same' } }]
    const { facts, isPwned } = await attackWith(scene, attempts, { allowScripts: true })
    expect(facts.filter(({ type }) => type === 'resolver.started')).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
