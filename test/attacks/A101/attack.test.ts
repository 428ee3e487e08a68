import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeTools, openNeedy, pageThatNeeds } from '#test/helpers/needy-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'
import { writeSkill } from '../../main/skills/write-skill.ts'

const SCRIPT = 'cat ../notes/one; echo more >> ../notes/one; echo more >> ../.config/app.toml; ls -A ~\n'

describeEnforced('A101 what one skill was given, in the hands of another', () => {
  it('is seen by the commands of that skill alone, and changed only where it asked to change', async () => {
    const requires = 'paths: ["~/notes", {path: "~/.config/app.toml", access: write}]'
    const needy = await openNeedy('A101', requires, { look: ['sh', 'look.sh'], read: ['cat', '../.config/app.toml'] })
    writeSkill(
      { 'SKILL.md': pageThatNeeds('bins: [sh]', 'other'), 'tools.json': describeTools({ peek: ['sh', 'look.sh'] }) },
      join(needy.home, 'skills', 'other'),
    )
    needy.put('notes/one', 'mine\n')
    needy.put('.config/app.toml', 'a = 1\n')
    needy.put('project/look.sh', SCRIPT)
    await needy.trust()
    await needy.trust('other')
    const looked = await needy.run('look')
    expect(looked.run?.stdout).toBe('mine\n.config\ndata\nnotes\nproject\n')
    expect(looked.plan?.grants.needs).toEqual(['read ~/notes', 'write ~/.config/app.toml'])
    expect(looked.plan?.effects).toContainEqual({
      ...{ does: 'write', path: join(needy.person, '.config/app.toml') },
      ...{ realPath: join(needy.person, '.config/app.toml'), tree: true, given: true },
    })
    expect(readFileSync(join(needy.person, 'notes/one'), 'utf8')).toBe('mine\n')
    expect(readFileSync(join(needy.person, '.config/app.toml'), 'utf8')).toBe('a = 1\nmore\n')

    const peeked = await needy.run('peek')
    expect(peeked.run?.stdout).toBe('data\nproject\n')
    expect(peeked.plan?.grants.needs).toBeUndefined()
    // What is not there cannot be changed, and the call says so.
    rmSync(join(needy.person, '.config'), { recursive: true })
    const missing = await needy.run('look')
    expect(missing.plan?.grants.needs).toEqual(['read ~/notes'])
    expect(JSON.stringify(missing.plan?.notes)).toContain('need-path-missing')
    needy.put('.config/app.toml', 'a = 1\n')
    // What only reads gets nothing to change.
    expect((await needy.run('read')).plan?.grants.needs).toEqual(['read ~/notes', 'read ~/.config/app.toml'])
  })
})
