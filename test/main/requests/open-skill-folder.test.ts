import { expect, it } from 'vitest'
import { handleSkills } from '#main/requests/handle-skills'
import { type Message, message } from '#shared/messages/message'
import { openShop } from '#test/helpers/installed-skill'

it('shows the folder of a known skill that a person may edit, and no other', async () => {
  const shop = await openShop()
  await shop.trust()
  const shown: string[] = []
  let problem: Message | null = null
  const { 'skill.openFolder': open } = handleSkills(shop.core, {
    ...{ confirm: async () => false, openLink: async () => false },
    chooseFolder: async () => null,
    openFolder: async (folder) => {
      shown.push(folder)
      return problem
    },
  })
  expect(await open({ skill: 'sample' })).toEqual({ ok: true, value: { opened: true } })
  expect(await open({ skill: '../../etc' })).toMatchObject({ error: { code: 'SKILL_UNKNOWN' } })
  problem = message('folder-gone', { folder: shop.source })
  expect(await open({ skill: 'sample' })).toMatchObject({ error: { code: 'NOT_OPEN', message: problem } })
  expect(shown).toEqual([shop.source, shop.source])
})
