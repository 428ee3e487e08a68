import { expect, it } from 'vitest'
import { changePage, openNeedy } from '#test/helpers/needy-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'

describeEnforced('A100 a skill that asks for more after it was trusted', () => {
  it('loses its trust, shows what it asks for now, and no rule of before covers that', async () => {
    const asked: string[] = []
    const needy = await openNeedy(
      'A100',
      'paths: ["~/notes"]',
      { look: ['sh', 'look.sh'] },
      {
        decide: async (_call, plan) => {
          asked.push((plan.grants.needs ?? []).join(', '))
          return { decision: 'once', by: 'person' }
        },
      },
    )
    needy.put('notes/one', 'mine')
    needy.put('letters/two', 'private')
    needy.put('project/look.sh', 'cat ../notes/one ../letters/two\n')
    await needy.trust()
    expect((await needy.run('look')).run?.stdout).toBe('mine')

    changePage(needy, 'paths: ["~/notes", "~/letters"]')
    expect(await needy.run('look')).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
    const review = await needy.handlers['skill.review']({ skill: 'sample' })
    expect(review).toMatchObject({
      value: { access: [{ need: { path: '~/notes' } }, { need: { path: '~/letters' }, isGranted: true }] },
    })
    await needy.core.restock()
    await needy.handlers['skill.trust']({ skill: 'sample', hash: needy.skill()?.hash ?? '' })
    expect(needy.questions.asked[0]?.detail).toContain('It also gets: Read ~/notes; Read ~/letters')
    expect((await needy.run('look')).run?.stdout).toBe('mineprivate')
    expect(asked).toEqual(['read ~/notes', 'read ~/notes, read ~/letters'])
  })

  it('does not get back what the person took away', async () => {
    const needy = await openNeedy('A100', 'paths: ["~/notes"]', { look: ['ls', '', '-A', '..'] })
    needy.put('notes/one', 'mine')
    await needy.trust()
    expect((await needy.run('look')).run?.stdout).toBe('data\nnotes\nproject\n')
    await needy.allow('read ~/notes', false)
    expect(needy.questions.asked).toEqual([])
    expect((await needy.run('look')).run?.stdout).toBe('data\nproject\n')
    changePage(needy, 'paths: ["~/notes", "~/others"]')
    await needy.trust()
    expect(needy.access()).toEqual(['-read ~/notes', 'read ~/others', '-home'])
  })
})
