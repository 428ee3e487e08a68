import { describe, expect, it } from 'vitest'
import type { Effect } from '#shared/call/action'
import { type Nature, natureOf } from '#shared/call/nature'
import type { ReplacedFile } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import { message } from '#shared/messages/message'

const at = { path: 'a', realPath: '/projects/a', tree: false }
const EFFECTS = {
  read: { does: 'read', ...at },
  write: { does: 'write', ...at },
  delete: { does: 'delete', ...at },
  send: { does: 'send', origin: 'https://a.example' },
  unknown: { does: 'unknown', what: 'gzip' },
  code: { does: 'run-code', code: 'inline', name: 'python3', sha256: null },
  signal: { does: 'signal' },
  machine: { does: 'see-machine' },
  rights: { does: 'gain-rights', name: 'sudo' },
} as const satisfies Record<string, Effect>

const copy: ReplacedFile = { path: '/projects/a', does: 'replace', bytes: 3, sha256: 'x' }
const noCopy: ReplacedFile = { ...copy, sha256: null, noCopy: message('no-copy-large') }

const nature = (names: (keyof typeof EFFECTS)[], replaces: ReplacedFile[] = []) =>
  natureOf({ effects: names.map((name) => EFFECTS[name]), replaces, risk: { class: 'C', reasons: [] } })

describe('the one chip of a call', () => {
  it.each<[(keyof typeof EFFECTS)[], Nature]>([
    [[], 'own'],
    [['read', 'machine'], 'reads'],
    [['read', 'unknown'], 'unknown'],
    [['read', 'unknown', 'write'], 'changes'],
    [['read', 'write', 'send'], 'online'],
    [['send', 'code'], 'code'],
    [['rights'], 'code'],
    [['read', 'delete'], 'gone'],
    [['signal'], 'gone'],
    [['code', 'delete'], 'gone'],
  ])('of what does %j is the worst of it: %s', (does, expected) => {
    expect(nature(does)).toBe(expected)
  })

  it('is a turn of the model for a text of a skill, which Skillet does not answer itself', () => {
    const prompt = { effects: [], action: { kind: 'prompt' } as const }
    expect(natureOf({ ...prompt, risk: { class: 'A', reasons: [] } })).toBe('turn')
    const { reasons } = riskOf({ ...prompt, notes: [], resolvers: [] } as never)
    expect(reasons).toMatchObject([{ code: 'risk-turn' }])
  })

  it('is Unknown effects for a server, whether it was started here or is elsewhere', () => {
    for (const effects of [
      [EFFECTS.unknown, { does: 'start', server: 'notes' } as const],
      [EFFECTS.unknown, EFFECTS.send],
    ]) {
      expect(natureOf({ effects, risk: { class: 'C', reasons: [] }, action: { kind: 'mcp' } })).toBe('unknown')
    }
  })

  it('is Changes files if a copy of everything is kept, and otherwise Cannot be undone', () => {
    expect(nature(['delete'], [{ ...copy, does: 'delete' }])).toBe('changes')
    expect(nature(['delete'], [{ ...noCopy, does: 'delete' }])).toBe('gone')
    expect(nature(['write'], [copy])).toBe('changes')
    expect(nature(['write'], [noCopy])).toBe('gone')
    expect(nature(['write'], [copy, { ...noCopy, path: '/projects/b' }])).toBe('gone')
  })
})
