import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textOf } from '#shared/messages/message'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const AUTO = { sandbox: 'auto' } as const

async function serve(answer: (request: IncomingMessage) => { status?: number; location?: string; body?: string }) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const { status = 200, location, body = 'reached' } = answer(request)
    asked.push(request.url ?? '')
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const canRun = sandboxHere.leadsToHosts && existsSync('/usr/bin/curl')

describe.skipIf(!canRun)('A84 a host that no plan names', () => {
  const CURL = { binary: 'curl', subcommand: '--silent --show-error --location', args: [{ param: 'url' }] }

  it('is not reached by a redirect, and is named to the model and in the record', async () => {
    const scene = setScene('A84')
    const other = await serve(() => ({ body: 'stolen' }))
    const first = await serve(() => ({ status: 302, location: `${other.origin}/?key=secret` }))
    writeSkill(scene, { fetch: CURL })
    const { results, facts } = await attackWith(scene, [{ tool: 'fetch', args: { url: `${first.origin}/` } }], AUTO)
    const [result] = results
    expect(result?.plan?.effects).toContainEqual(expect.objectContaining({ does: 'send', origin: first.origin }))
    expect(result?.plan?.grants.hosts).toEqual([first.origin])
    expect(first.asked).toEqual(['/'])
    expect(other.asked).toEqual([])
    expect(result?.run?.refused?.map((why) => textOf(why)).join()).toContain(other.origin)
    expect(result?.forModel).toContain(other.origin)
    expect(facts.at(-1)).toMatchObject({ type: 'run.finished', refused: [{ code: 'http-not-granted' }] })
  })

  it.each([
    'http://named.example\\@HOST/',
    'http://named.example@HOST/',
    'http://127.1:PORT/',
    'http://0x7f000001:PORT/',
  ])('is reached by no address with two readings: %s', async (spelling) => {
    const scene = setScene('A84')
    const { origin, asked } = await serve(() => ({}))
    const { host, port } = new URL(origin)
    writeSkill(scene, { fetch: CURL })
    const url = spelling.replace('HOST', host).replace('PORT', port)
    const { results } = await attackWith(scene, [{ tool: 'fetch', args: { url } }], AUTO)
    expect(results[0]?.forModel).not.toBe('reached')
    expect(asked).toEqual([])
  })

  it('cannot be a server on this computer if the program picks the host itself', async () => {
    const scene = setScene('A84')
    const { origin, asked } = await serve(() => ({}))
    scene.write('work/config', `url = "${origin}/"\n`)
    const args = [{ kind: 'literal', value: 'config' }]
    writeSkill(scene, { fetch: { binary: 'curl', subcommand: '--silent --show-error --config', args } })
    const { results } = await attackWith(scene, [{ tool: 'fetch', args: {} }], AUTO)
    expect(results[0]?.plan?.confinement).toMatchObject({ network: true, hosts: 'any' })
    expect(asked).toEqual([])
  })

  it('is not reached by a socket that bypasses the proxy', async () => {
    const scene = setScene('A84')
    const { origin, asked } = await serve(() => ({}))
    const args = [{ kind: 'literal', value: origin }, { param: 'url' }]
    writeSkill(scene, { fetch: { binary: 'curl', subcommand: '--silent --show-error --noproxy *', args } })
    await attackWith(scene, [{ tool: 'fetch', args: { url: origin } }], AUTO)
    expect(asked).toEqual([])
  })

  it('is not reached by a rule made while the tool was offline', async () => {
    const scene = setScene('A84')
    const { asked } = await serve(() => ({}))
    writeSkill(scene, { show: { binary: 'echo', subcommand: '', args: [{ param: 'text' }] } })
    const questions: string[] = []
    const attempts = ['words', 'words', 'https://named.example/'].map((text) => ({ tool: 'show', args: { text } }))
    const { results } = await attackWith(scene, attempts, {
      ...AUTO,
      decide: async (_call, { effects }) => {
        questions.push(effects.some(({ does }) => does === 'send') ? 'online' : 'offline')
        return { decision: 'remember', choice: 'tool', by: 'person' }
      },
    })
    expect(results).toHaveLength(3)
    expect(questions).toEqual(['offline', 'online'])
    expect(asked).toEqual([])
  })
})
