import { describe, expect, it } from 'vitest'
import type { CoreOptions } from '#main/open-core'
import { openSocket } from '#test/helpers/app-socket'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'
import { callCli } from '#test/main/cli/run-cli'

const secretive = makeToolCode(
  body('console.log("seen " + context.secrets.K); return { length: context.secrets.K.length }'),
  { required_secrets: ['K'] },
)

/** An app over a home, in which a person gives the answer `says`. */
async function openApp(says: 'once' | 'deny' | null, options: Partial<CoreOptions> = {}) {
  const opened = await openToolCode([secretive], {
    keyring: makeKeyring(),
    decide: async () => (says === null ? null : { decision: says, by: 'person' }),
    ...options,
  })
  const { core } = opened
  const [skill] = core.registry().skills
  if (!skill) throw new Error('no skill')
  await core.publish({
    ...({ type: 'scripts.switched', chat: null, skill: skill.name, allowed: true } as const),
    scriptsHash: skill.scriptsHash ?? '',
  })
  await core.secrets.set('K', 'open sesame')
  return opened
}

describe('skillet run while the app is open', () => {
  const line = (home: string, ...more: string[]) => ['run', 'tool', '--home', home, ...more]

  it('runs in the app, which gives the tool its granted secrets and shows their values to nobody', async () => {
    const { core, home, facts } = await openApp('once')
    await core.grantSecret('K', 'sample', 'tool')
    await openSocket(core)
    const cwd = makeTempDir()
    const { code, stdout, stderr } = await callCli(line(home), { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'seen [secret K]\n{\n  "length": 11\n}\n' })
    expect(stderr).toContain('Skillet is open: it does this')
    const requested = facts.find(({ type }) => type === 'call.requested')
    expect(requested).toMatchObject({ caller: { kind: 'program', name: 'skillet run' } })
    expect(JSON.stringify(facts)).not.toContain('open sesame')
  })

  it('names the secret that the tool was not granted, and the option that does not count there', async () => {
    const { core, home } = await openApp('once')
    await openSocket(core)
    const { code, stdout, stderr } = await callCli(line(home, '--json', '--allow-scripts'), { cwd: makeTempDir() })
    expect(code).toBe(3)
    expect(stderr).toContain('--allow-scripts did not count')
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'SECRET_UNAVAILABLE' } })
  })

  it('does not run what the person denies in the window, whatever the line approves', async () => {
    const { core, home, facts } = await openApp('deny')
    await core.grantSecret('K', 'sample', 'tool')
    await openSocket(core)
    const { code } = await callCli(line(home, '--yes'), { cwd: makeTempDir() })
    expect(code).toBe(3)
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
  })

  it('says so if nobody answers in the window', async () => {
    const { core, home } = await openApp(null)
    await core.grantSecret('K', 'sample', 'tool')
    await openSocket(core)
    const { code, stderr } = await callCli(line(home), { cwd: makeTempDir() })
    expect(code).toBe(4)
    expect(stderr).not.toContain('--yes')
  })

  it('asks even under the policy that lets trusted skills run', async () => {
    const { core, home, facts } = await openApp('once')
    await core.grantSecret('K', 'sample', 'tool')
    await core.publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'trusted' })
    await openSocket(core)
    await callCli(line(home), { cwd: makeTempDir() })
    expect(facts.map(({ type }) => type)).toContain('approval.asked')
  })

  it('has no secrets after the app has closed, and runs by itself', async () => {
    const { core, home } = await openApp('once')
    await core.grantSecret('K', 'sample', 'tool')
    const { close } = await openSocket(core)
    const dir = core.registry().skills[0]?.dir ?? ''
    close()
    await core.close()
    const own = ['--skills', dir, '--no-bundled', '--yes', '--allow-scripts', '--json']
    const { code, stdout } = await callCli(line(home, ...own), { cwd: makeTempDir() })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 3, error: 'SECRET_UNAVAILABLE' })
  })
})
