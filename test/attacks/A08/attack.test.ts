import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const MODES = [1, 2, 127].flatMap((exit) => [
  { exit, mode: 'keep' },
  { exit, mode: 'reject' },
])

describe('A08 a resolver that should check a value and fails', () => {
  it.each(MODES)('lets nothing through unseen with exit code $exit and "$mode"', async ({ exit, mode }) => {
    const scene = setScene('A08')
    const resolveCommand = { script: 'check', args: ['$param'], onFailure: mode }
    writeSkill(scene, { attack: { binary: 'echo', args: [{ param: 'text', resolveCommand }] } })
    scene.write('skills/hostile/scripts/check.sh', `exit ${exit}\n`)
    const attempts = [{ tool: 'attack', args: { text: 'unchecked' } }]
    const { results, started } = await attackWith(scene, attempts, { allowScripts: true })
    if (mode === 'reject') {
      expect(results[0]?.error).toMatchObject({ code: 'RESOLVER_REJECTED' })
      expect(started).toEqual([])
      return
    }
    const { plan, verdict } = results[0] ?? {}
    expect(plan?.resolvers).toMatchObject([{ outcome: 'failed', value: 'unchecked' }])
    expect(plan?.risk.class).toBe('D')
    expect(plan?.risk.reasons.map((reason) => textOf(reason)).join()).toContain('its value is unchanged')
    expect(verdict?.kind).toBe('ask')
  })
})
