import { describe, expect, it } from 'vitest'
import { loadRegistry } from '#main/trust/skill-registry'
import { foldTrust } from '#main/trust/trust-state'
import type { Fact } from '#shared/facts'
import { needId } from '#shared/skill/needs'
import { describeTools, pageThatNeeds } from '#test/helpers/needy-skill'
import { writeSkill } from '../skills/write-skill.ts'

const dir = () =>
  writeSkill({
    'SKILL.md': pageThatNeeds('paths: ["~/notes"]\ncredentials: [git]'),
    'tools.json': describeTools({ push: ['git', 'push --tags'], log: ['git', 'log'], pull: ['git', 'pull'] }),
  })

async function read(path: string, origin: 'bundled' | 'named', facts: object[] = []) {
  const book = foldTrust(facts as Fact[])
  const { skills } = await loadRegistry([{ path, origin }], ['/usr/bin'], { book, store: '', scripts: 'on' })
  const [skill] = skills
  return { hash: skill?.hash, access: skill?.access ?? [] }
}

const granted = ({ access }: Awaited<ReturnType<typeof read>>) =>
  access.flatMap(({ need, isGranted }) => (isGranted ? [needId(need)] : []))

describe('what a skill can be given', () => {
  it('is what it declares, then what its commands could use with those commands, then the home', async () => {
    const { access } = await read(dir(), 'bundled')
    expect(access.map(({ need }) => needId(need))).toEqual([
      'read ~/notes',
      'git',
      'ssh-agent',
      'ssh-keys',
      'gh',
      'netrc',
      'home',
    ])
    expect(access.find(({ need }) => needId(need) === 'git')?.commands).toEqual(['git push', 'git pull'])
  })

  it('is granted as declared where it comes with Skillet, and not at all where it was only named', async () => {
    const path = dir()
    expect(granted(await read(path, 'bundled'))).toEqual(['read ~/notes', 'git'])
    expect(granted(await read(path, 'named'))).toEqual([])
  })

  it('follows each decision, and what was allowed ends with a change of the skill', async () => {
    const path = dir()
    const { hash } = await read(path, 'named')
    const decide = (need: string, allowed: boolean, of = hash) => {
      return { type: 'skill.access-switched', skill: 'sample', need, allowed, hash: of }
    }
    expect(granted(await read(path, 'named', [decide('home', true), decide('git', true)]))).toEqual(['git', 'home'])
    expect(granted(await read(path, 'named', [decide('home', true, 'x'), decide('git', true, 'x')]))).toEqual([])
    expect(granted(await read(path, 'bundled', [decide('git', false, 'x')]))).toEqual(['read ~/notes'])
    expect(granted(await read(path, 'named', [decide('home', true), decide('home', false)]))).toEqual([])
  })

  it('keeps what was taken away when the skill is trusted again or the record was repaired, and nothing that was added', async () => {
    const path = dir()
    const { hash } = await read(path, 'named')
    const facts = [
      { type: 'skill.access-switched', skill: 'sample', need: 'git', allowed: false, hash },
      { type: 'skill.access-switched', skill: 'sample', need: 'home', allowed: true, hash },
      { type: 'skill.trusted', skill: 'sample', hash },
    ]
    expect(granted(await read(path, 'bundled', facts))).toEqual(['read ~/notes'])
    const salvaged = [...facts.slice(0, 2), { type: 'ledger.salvaged' }]
    expect(granted(await read(path, 'bundled', salvaged))).toEqual(['read ~/notes'])
  })
})
