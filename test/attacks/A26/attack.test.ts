import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { readSkill } from '#main/skills/read-skill'
import { setScene } from '../attack.ts'

describe('A26 two different folders built to get the same hash', () => {
  it('get different hashes, even if path and content join to the same text or only a mode differs', async () => {
    const scene = setScene('A26')
    const page = '---\nname: x\ndescription: y\n---\nz\n'
    const trees: Record<string, [string, string, number?][]> = {
      one: [['ab', 'c']],
      two: [['a', 'bc']],
      three: [
        ['ab', ''],
        ['c', ''],
      ],
      four: [['a/b', 'c']],
      five: [['ab', 'c', 0o755]],
      six: [['abc', '']],
    }
    const hashes = new Set<string>()
    for (const [name, files] of Object.entries(trees)) {
      scene.write(`${name}/x/SKILL.md`, page)
      for (const [file, content, mode] of files) scene.write(`${name}/x/${file}`, content, mode)
      const { hash } = await readSkill(join(scene.root, name, 'x'), { schema: checkSchema, pattern: checkPattern })
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      hashes.add(hash)
    }
    expect(hashes.size).toBe(Object.keys(trees).length)
  })
})
