import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openNeedy } from '#test/helpers/needy-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'

const BY_SPELLING = [
  ...['/', '~', '~/', '.', '..', '/etc', '~root/x', '~/..', '~/../other', '~/a/../.ssh', '~/a//b', '~/./a', '~/*'],
  ...['~/.c?nfig', '~/$HOME', '~/a\\b', '~/a\u202e'],
]
const BY_PLACE = [
  ...['~/.ssh', '~/.ssh/id', '~/.SSH', '~/.config', '~/.config/gh/hosts.yml', '~/.local', '~/.bashrc', '~/bin'],
  ...['~/.config/git', '~/.mozilla/firefox', '~/link', '~/link/id', '~/data', '~/data/skills', '~/dotfiles/aws'],
]

describeEnforced('A99 a page that asks for what no skill can have', () => {
  it.each([
    ['spelling', [...BY_SPELLING, { path: '~/a', access: 'all' }], ['everything', 'Git', 7]],
    ['place', BY_PLACE, []],
  ])('gets nothing of it by its %s, and each refusal has a file, a field and a remedy', async (_by, paths, names) => {
    const requires = `paths: ${JSON.stringify(paths)}\ncredentials: ${JSON.stringify(names)}`
    const needy = await openNeedy('A99', requires, { look: ['ls', '', '-A', '..'] })
    needy.put('.ssh/id')
    symlinkSync(join(needy.person, '.ssh'), join(needy.person, 'link'))
    needy.put('dotfiles/aws/credentials')
    symlinkSync(join(needy.person, 'dotfiles/aws'), join(needy.person, '.aws'))
    await needy.trust()
    const found = needy.skill()?.diagnostics.filter(({ code }) => code === 'NEED') ?? []
    expect(found).toHaveLength(paths.length + names.length)
    for (const { file, path, severity, remedy } of found) {
      expect([file, severity]).toEqual(['SKILL.md', 'error'])
      expect(path).toMatch(/^metadata\.requires\.(?:paths|credentials)/)
      expect(textOf(remedy)).toMatch(/~\/|git/)
    }
    expect(needy.access()).toEqual(['-home'])
    const { plan, run } = await needy.run('look')
    expect(plan?.confinement?.folders?.map(({ path }) => path)).toEqual([needy.project])
    expect(run?.stdout).toBe('data\nproject\n')
  })
})
