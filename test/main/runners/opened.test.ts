import { describe, expect, it } from 'vitest'
import { configIdOf, writeConfig } from '#main/calls/tool-config'
import { innerHostsOf, openChannel, type ProcessEntry } from '#main/runners/opened'
import type { Ended, RunIo } from '#main/runners/runner'
import type { CodeRuntime, Tool } from '#shared/skill/tool'
import { makeKeyring } from '#test/helpers/test-keyring'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

const EMPTY = { text: '', truncated: false, bytes: 0 }

describe('the hosts that a person must allow first', () => {
  it('are all that Skillet and Deno refuse otherwise', () => {
    const inner = [
      ...['http://localhost:3000', 'http://a.localhost', 'http://nas:8080', 'http://printer.lan', 'http://x.home.arpa'],
      ...['http://192.168.1.7', 'http://100.101.102.103:8080', 'http://198.18.0.1', 'http://169.254.169.254'],
      ...['http://[::1]:80', 'http://[fd00::2]', 'http://[::ffff:7f00:1]'],
    ]
    const others = ['https://api.test', 'https://lan.example', 'http://8.8.8.8', 'https://[2606:4700::1111]']
    const runtime = { kind: 'code', network: [...inner, ...others] } as unknown as CodeRuntime
    expect(innerHostsOf({ runtime })).toEqual(inner)
    const asked = (url: string) => innerHostsOf({ runtime: { kind: 'http', spec: { url } } } as unknown as Tool)
    expect(asked('http://nas:8080/{path}')).toEqual(['http://nas:8080'])
    expect([asked('https://api.test/{path}'), asked('{url}')]).toEqual([[], []])
  })
})

describe('a shortened output', () => {
  it.each([
    ['in a secret of several lines', 'K.repeat(200_000)'],
    ['after a line that looks like the gap', 'K.repeat(20_000) + "\\n[… 5 bytes omitted …]\\n" + K.repeat(200_000)'],
  ])('shows no part of a secret, even %s', async (_, text) => {
    const code = body(`const { K } = context.secrets; console.log(${text}); return 1`)
    const { call, core } = await openToolCode([makeToolCode(code, { required_secrets: ['K'] })], {
      keyring: makeKeyring(),
    })
    await core.secrets.set('K', 'open-sesame\nme-again')
    await core.grantSecret('K', 'sample', 'tool')
    const { run } = await call()
    expect(run).toMatchObject({ result: 1, stdout: expect.stringContaining('bytes omitted') })
    expect(run?.stdout).not.toMatch(/ope|esa|ame|gai/)
  })
})

it('masks the beginning of a secret at the end of a shortened output that does not tell where it was cut', async () => {
  const io = { run: 'run', caller: { kind: 'model' }, secret: async () => 'open-sesame' } as unknown as RunIo
  const granted = { action: { stdin: null }, grants: { secrets: ['K'] } }
  const opened = await openChannel(granted, { serves: true, result: 'stdout' } as unknown as ProcessEntry, io)
  const mask = opened !== null && 'mask' in opened ? opened.mask : null
  const maskedOf = (truncated: boolean) =>
    mask?.({ stdout: { text: 'sent open-s', truncated, bytes: 11 }, stderr: EMPTY } as unknown as Ended).stdout.text
  expect([maskedOf(true), maskedOf(false)]).toEqual(['sent [secret K]', 'sent open-s'])
})

describe('a form', () => {
  it('may have a field called constructor', async () => {
    const config_fields = [{ key: 'constructor', label: 'Builder', type: 'string' }]
    const tool = makeToolCode(body('return input.config_id'), { ui_schema: { configurable: true, config_fields } })
    const { call, core } = await openToolCode([tool])
    await writeConfig(core.ledger.records, 'sample/tool', { constructor: 'Ada' })
    expect((await call()).run?.result).toBe(configIdOf('sample/tool'))
  })
})

describe('calls that wait because five are running', () => {
  it('start one for each that ends, also after one that waited was stopped', async () => {
    const wait = body(
      'const at = Date.now(); await new Promise((r) => setTimeout(r, input.ms)); return [at, Date.now()]',
    )
    const { call, facts } = await openToolCode([makeToolCode(wait)])
    const untilStarted = (count: number) =>
      expect.poll(() => facts.filter(({ type }) => type === 'run.started').length).toBe(count)
    const stop = new AbortController()
    const begin = (n: number, ms: number, signal = new AbortController().signal) =>
      call({ ms }, { call: `call-${n}`, signal })
    const running = [1, 2, 3, 4, 5].map((n) => begin(n, 2_500))
    await untilStarted(5)
    const waiting = begin(6, 0)
    await untilStarted(6)
    const stopped = begin(7, 0, stop.signal)
    await untilStarted(7)
    stop.abort()
    expect((await stopped).run?.how).toBe('canceled')
    const timesOf = async (outcome: typeof waiting) => (await outcome).run?.result as [started: number, ended: number]
    const ends = (await Promise.all(running.map(timesOf))).map(([, ended]) => ended)
    expect((await timesOf(waiting))[0]).toBeGreaterThanOrEqual(Math.min(...ends))
  })
})
