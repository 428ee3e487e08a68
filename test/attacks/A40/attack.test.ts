import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeRouter } from '#main/electron/ipc-router'
import { makeRequests } from '#main/requests/requests'
import type { FactOf } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { openTestCore } from '#test/helpers/open-test-core'
import { setScene, writeSkill } from '../attack.ts'

describe('A40 a compromised page that answers for the person', () => {
  it('starts nothing with an unknown digest, for another call, or with words that are not an answer', async () => {
    const { ask, page, runs, isPwned } = await open()
    const [one, two] = [await ask('touch'), await ask('touch')]
    const answer = { call: one.call, digest: one.digest, decision: 'once' }
    const edited = `${one.digest.startsWith('0') ? '1' : '0'}${one.digest.slice(1)}`
    const forged: JsonObject[] = [
      { ...answer, digest: edited },
      { ...answer, digest: one.digest.toUpperCase() },
      { ...answer, digest: '' },
      { ...answer, digest: [one.digest] },
      { ...answer, call: randomUUID() },
      { ...answer, call: `${two.call} ` },
      { ...answer, decision: 'allow' },
      { ...answer, decision: 'remember', choice: 'tool' },
      { ...answer, decision: 'remember', choice: '__proto__' },
      { ...answer, decision: 'remember' },
      { ...answer, by: 'flag' },
      { ...answer, argv: ['sh', '-c', 'true'] },
      { ...answer, plan: { argv: [] } },
      { decision: 'once' },
    ]
    for (const input of forged) {
      const reply = await page('approval.answer', input)
      expect(reply.ok && (reply.value as JsonObject).accepted, JSON.stringify(input)).toBe(false)
    }
    expect(runs()).toBe(0)
    expect(isPwned()).toBe(false)
  })

  it('starts one run with a true answer, and no second one by repeating it or sending it twice at once', async () => {
    const { ask, page, runs, settled } = await open()
    const { call, digest } = await ask('look')
    const answer = { call, digest, decision: 'once' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => page('approval.answer', answer)))
    await settled()
    for (let again = 0; again < 5; again += 1) replies.push(await page('approval.answer', answer))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(runs()).toBe(1)
  })

  it('cannot use the answer to one call for another that would run the same', async () => {
    const { ask, page, runs, settled } = await open()
    const [one, two] = [await ask('look'), await ask('look')]
    expect(one.digest).toBe(two.digest)
    await page('approval.answer', { call: one.call, digest: one.digest, decision: 'deny' })
    await settled(1)
    expect(await page('approval.answer', { call: one.call, digest: two.digest, decision: 'once' })).toMatchObject({
      ok: false,
    })
    expect(runs()).toBe(0)
  })

  it('runs nothing of class D, remembers nothing and loosens no setting without a system dialog', async () => {
    const { ask, page, runs, isPwned, dialogs, core } = await open()
    const { call, digest, verdict } = await ask('touch')
    expect(verdict.class).toBe('D')
    const tried: [string, JsonObject][] = [
      ['approval.answer', { call, digest, decision: 'once' }],
      ['approval.answer', { call, digest, decision: 'remember', choice: 'exact' }],
      ['setting.change', { name: 'policy', value: 'trusted' }],
      ['setting.change', { name: 'sandbox', value: 'off' }],
      ['setting.change', { name: 'host', value: 'https://elsewhere.example' }],
      ['host.consent', { host: 'http://elsewhere.example' }],
      ['skill.stage', { source: 'https://elsewhere.example/secret-of-yours.git' }],
      ['model.pull', { model: 'elsewhere.example/a/secret-of-yours' }],
      ['model.delete', { model: 'tiny:1b' }],
      ['chat.setPolicy', { chat: await core.chats.create(), policy: 'trusted' }],
    ]
    for (const [index, [name, input]] of tried.entries()) {
      const reply = await page(name, input)
      const value = reply.ok ? Object.values(reply.value as JsonObject) : []
      expect(value, name).toEqual(reply.ok ? [false] : [])
      expect(dialogs, name).toHaveLength(index + 1)
    }
    expect(core.settings()).toMatchObject({ policy: 'ask', sandbox: 'auto', host: '', plainHosts: [] })
    expect(core.approvals.waiting()).toEqual([call])
    expect(runs()).toBe(0)
    expect(isPwned()).toBe(false)
  })
})

/** Skillet with everything but the window; the page speaks through its door, and nobody sits before the dialogs. */
async function open() {
  const scene = setScene('A40')
  writeSkill(scene, {
    touch: { binary: 'sh', subcommand: '-c', args: [{ kind: 'literal', value: `touch ${scene.canary}` }] },
    look: { binary: 'uname', args: [] },
  })
  const skills = [{ path: join(scene.root, 'skills'), origin: 'named' as const }]
  const { core, facts, next } = await openTestCore({ home: scene.home, cwd: scene.work, skills })
  const stop = new AbortController()
  const underWay: Promise<unknown>[] = []
  onTestFinished(async () => {
    stop.abort()
    await core.close()
  })
  const dialogs: string[] = []
  const window = {
    confirm: async ({ message }: { message: string }) => {
      dialogs.push(message)
      return false
    },
  } as unknown as Parameters<typeof makeRequests>[1]
  return {
    core,
    dialogs,
    page: makeRouter(makeRequests(core, window), core.answerError),
    ask: async (tool: string): Promise<FactOf<'approval.asked'>> => {
      const asked = next('approval.asked')
      const call = randomUUID()
      underWay.push(
        core.runCall({
          caller: { kind: 'model', from: 'protocol' },
          chat: null,
          call,
          tool,
          args: {},
          signal: stop.signal,
        }),
      )
      const fact = await asked
      while (!core.approvals.waiting().includes(call)) await new Promise(setImmediate)
      return fact
    },
    /** Once so many calls have ended; all of them if it is not said. */
    settled: (count = underWay.length) => Promise.all(underWay.slice(0, count)),
    runs: () => facts.filter(({ type }) => type === 'run.started').length,
    isPwned: () => existsSync(scene.canary),
  }
}
