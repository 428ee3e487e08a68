import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openNeedy } from '#test/helpers/needy-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'

describeEnforced('A103 a place of a skill that leads elsewhere since it was trusted', () => {
  it('is not given any more, and the call says so', async () => {
    const needy = await openNeedy('A103', 'paths: ["~/notes/inner"]', { look: ['sh', 'look.sh'] })
    needy.put('notes/inner/one', 'mine')
    needy.put('.ssh/inner/one', 'secret')
    needy.put('project/look.sh', 'cat ../notes/inner/one\n')
    await needy.trust()
    expect((await needy.run('look')).run?.stdout).toBe('mine')
    renameSync(join(needy.person, 'notes'), join(needy.person, 'moved'))
    symlinkSync(join(needy.person, '.ssh'), join(needy.person, 'notes'))
    const { plan, run } = await needy.run('look')
    expect(run?.stdout).toBe('')
    expect(plan?.grants.needs).toBeUndefined()
    expect(JSON.stringify(plan?.notes)).toContain('need-path-link')
  })

  it('is another plan where another folder took its place while the card waited', async () => {
    let swap = () => {}
    const digests: string[] = []
    const needy = await openNeedy(
      'A103',
      'paths: ["~/notes"]',
      { look: ['sh', 'look.sh'] },
      {
        decide: async (_call, plan) => {
          digests.push(plan.digest)
          swap()
          return { decision: digests.length === 1 ? 'once' : 'deny', by: 'person' }
        },
      },
    )
    needy.put('notes/one', 'mine')
    needy.put('project/look.sh', 'cat ../notes/one\n')
    await needy.trust()
    swap = () => {
      if (digests.length > 1) return
      renameSync(join(needy.person, 'notes'), join(needy.person, 'moved'))
      mkdirSync(join(needy.person, 'notes'))
      needy.put('notes/one', 'other')
    }
    expect((await needy.run('look')).run).toBeUndefined()
    expect(new Set(digests).size).toBe(2)
  })
})
