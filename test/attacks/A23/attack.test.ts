import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const NAMES = [
  ...[
    '../x',
    'a/b',
    'a\\b',
    '..',
    '.',
    '',
    'x\0',
    'CON',
    'con.sh',
    'NUL',
    'aux.sh',
    'com1',
    'LPT9.sh',
    'a.sh:ads',
    '~',
    '~/x',
  ],
  ...[
    '/etc/passwd',
    '/bin/true',
    'C:\\x',
    '\\\\host\\x',
    'a..b',
    '...',
    '-x',
    ' x',
    'x ',
    'x.',
    'a b',
    'a\nb',
    'a\tb',
    '$(id)',
  ],
  ...['`id`', 'a;b', 'a|b', 'é', 'x\u200b', '\u202ex', 'x'.repeat(80), '*', '?', '%2e%2e/x', 'scripts/../../x', './x'],
]

describe('A23 a script whose name points elsewhere', () => {
  it('never runs under any of 40 names', async () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(40)
    const scene = setScene('A23')
    const evil = `touch ${scene.canary}\n`
    for (const file of ['skills/x', 'skills/x.sh', 'skills/hostile/x', 'skills/hostile/x.sh', 'skills/hostile/a/b.sh'])
      scene.write(file, evil)
    const tools = NAMES.map((script, index) => {
      const args = [{ param: 'text', resolveCommand: { script, args: [] } }]
      return [`t${index}`, { binary: 'echo', args }] as const
    })
    writeSkill(scene, Object.fromEntries(tools))
    const attempts = NAMES.map((_name, index) => ({ tool: `t${index}`, args: { text: 'same' } }))
    const { results, facts, isPwned } = await attackWith(scene, attempts, { allowScripts: true })
    expect(results).toHaveLength(NAMES.length)
    expect(facts.filter(({ type }) => type === 'resolver.started')).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
