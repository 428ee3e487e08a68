import { describe, expect, it } from 'vitest'
import { processOf } from '#test/helpers/make-plan'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A02 an option smuggled in as the value of a flag', () => {
  it('stays one element, is marked, raises the class and needs a yes', async () => {
    const scene = setScene('A02')
    writeSkill(scene, { attack: { binary: 'sort', args: [{ kind: 'flag', flag: '-k', param: 'key' }] } })
    const { results } = await attackWith(scene, [{ tool: 'attack', args: { key: `--output=${scene.canary}` } }])
    const [{ plan, verdict } = {}] = results
    expect(processOf(plan).argv).toEqual(['sort', '-k', `--output=${scene.canary}`])
    expect(plan?.notes).toContainEqual(expect.objectContaining({ element: 2, raises: true }))
    expect(plan?.risk.class).toBe('D')
    expect(verdict?.kind).toBe('ask')
  })
})
