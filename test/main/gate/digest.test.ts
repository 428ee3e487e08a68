import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestPlan } from '#main/gate/compare-plans'
import type { Confinement } from '#shared/call/plan'
import type { Json } from '#shared/json'
import { type FlatPlan, makePlan } from '#test/helpers/make-plan'
import { identity } from '#test/helpers/make-tool'

const env = { PATH: '/usr/bin', LANG: 'C' }

const plan: Omit<FlatPlan, 'digest'> = {
  ...{ tool: 't', skill: 's', skillHash: 'h', argv: ['ad', 'run', 'v'], origin: ['skill', 'skill', 'model'] },
  binary: { name: 'ad', path: '/usr/bin/ad', identity },
  ...{
    cwd: '/projects',
    env: ['LANG', 'PATH'],
    stdin: 'in',
    tempFiles: [{ path: '/t/1', content: 'c' }],
    timeoutMs: 1000,
  },
  resolvers: [{ param: 'x', kind: 'script', argv: ['sh', 'x'], outcome: 'resolved', value: 'v', sha256: 'f' }],
  postProcess: { kind: 'script', argv: ['sh', 'y'], outcome: 'not-run', sha256: 'g' },
  ...{ coercions: [], notes: [], sandbox: 'none', risk: { class: 'C', reasons: [] } },
}

const digestOf = (flat: Omit<FlatPlan, 'digest'>, observed: Json = { env, realCwd: '/projects' }) =>
  digestPlan(makePlan({ ...flat, digest: '' }), observed)
const changed = (change: Partial<FlatPlan>) => digestOf({ ...plan, ...change })
const confined = (change: Partial<Confinement>) =>
  changed({ confinement: { word: 'enforced', network: false, writable: [], hidden: [], ...change } })
const withIdentity = (change: Partial<typeof identity>) =>
  changed({ binary: { ...plan.binary, identity: { ...identity, ...change } } })

describe('the digest', () => {
  it('is the same for the same plan, and a complete sha256', () => {
    expect(digestOf(structuredClone(plan))).toBe(digestOf(plan))
    expect(digestOf(plan)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('changes with everything that decides what runs', () => {
    const digests = {
      tool: changed({ tool: 'u' }),
      skill: changed({ skill: 'r' }),
      skillHash: changed({ skillHash: 'i' }),
      argv: changed({ argv: ['ad', 'run', 'w'] }),
      'argv split': changed({ argv: ['ad', 'run', '', 'v'] }),
      'argv joined': changed({ argv: ['ad', 'runv'] }),
      'binary name': changed({ binary: { ...plan.binary, name: 'b' } }),
      'binary path': changed({ binary: { ...plan.binary, path: '/bin/ad' } }),
      realpath: withIdentity({ realpath: '/opt/ad' }),
      dev: withIdentity({ dev: '9' }),
      ino: withIdentity({ ino: '9' }),
      size: withIdentity({ size: '9' }),
      mtimeNs: withIdentity({ mtimeNs: '9' }),
      sha256: withIdentity({ sha256: 'e' }),
      cwd: changed({ cwd: '/' }),
      'env names': changed({ env: ['LANG'] }),
      'env values': digestOf(plan, { env: { ...env, PATH: '/bin' }, realCwd: '/projects' }),
      stdin: changed({ stdin: 'out' }),
      'no stdin': changed({ stdin: null }),
      'empty stdin': changed({ stdin: '' }),
      timeout: changed({ timeoutMs: 1001 }),
      'file path': changed({ tempFiles: [{ path: '/t/2', content: 'c' }] }),
      'file content': changed({ tempFiles: [{ path: '/t/1', content: 'd' }] }),
      script: changed({ resolvers: plan.resolvers.map((step) => ({ ...step, sha256: '0' })) }),
      'post-processing script': changed({
        postProcess: { kind: 'script', argv: ['sh', 'y'], outcome: 'not-run', sha256: '0' },
      }),
      'post-processing argv': changed({
        postProcess: { kind: 'script', argv: ['sh', 'z'], outcome: 'not-run', sha256: 'g' },
      }),
      sandbox: changed({ sandbox: 'enforced' }),
      'tool spec': changed({ toolSpec: 'spec' }),
      'real folder': digestOf(plan, { env, realCwd: '/elsewhere' }),
      confinement: confined({}),
      'confinement word': confined({ word: 'partial' }),
      'network granted': confined({ network: true }),
      'writable folders': confined({ writable: ['/projects'] }),
      'hidden folders': confined({ hidden: ['/projects'] }),
      'processes seen': confined({ processes: true }),
      nothing: digestOf(plan),
    }
    expect(new Set(Object.values(digests)).size).toBe(Object.keys(digests).length)
  })

  it('never confuses two argument lists, however their bytes join', () => {
    const list = fc.array(fc.stringMatching(/^[0-9:[\]a]{0,4}$/), { maxLength: 4 })
    fc.assert(
      fc.property(
        list,
        list,
        (a, b) => (changed({ argv: a }) === changed({ argv: b })) === (JSON.stringify(a) === JSON.stringify(b)),
      ),
    )
  })
})
