// What one HTTP request costs with its checks, masks and limits, beside bare fetch to the same server.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isInnerAddress } from '#main/network/resolve-host'
import { planHttp } from '#main/runners/http/plan-http'
import { runHttp } from '#main/runners/http/run-http'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import type { RunIo } from '#main/runners/runner'
import type { Grants } from '#shared/call/action'
import { readWebAddress } from '#shared/call/web-address'
import { textOf } from '#shared/messages/message'
import type { HttpSpec } from '#shared/skill/http-spec'
import { NO_SERVERS } from '#test/helpers/call-ports'
import { median, printTable, type Report } from './report.ts'

const REQUESTS = 500
const LARGE_REQUESTS = 40
const WARM_UP = 50
const SMALL = JSON.stringify({ city: 'Bern', temperature: 21.5 })
const LARGE = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => ({ index, text: `item ${index}` })))

const io: RunIo = {
  ...{ run: 'bench', signal: new AbortController().signal, keptBytes: 2 ** 19, env: {}, caller: { kind: 'person' } },
  output: () => undefined,
  ask: async () => null,
  progress: () => undefined,
  secret: async () => 'a-token-of-usual-length-0123456789',
  ...{ answer: async () => '', serve: async () => null, callServer: NO_SERVERS, wrap: () => null },
  limit: makeTimeLimit(),
  call: async () => ({ ok: false, code: 'TOOL_UNKNOWN', message: 'no tools here' }),
  turn: () => Promise.reject(new Error('A request needs no turn.')),
}

export async function run(): Promise<Report> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url?.startsWith('/large') ? LARGE : SMALL)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const given: Grants = { read: [], write: [], hosts: [origin], secrets: ['TOKEN'], tools: [] }
  const plan = async (path: string) => {
    const spec: HttpSpec = {
      ...{ method: 'GET', url: `${origin}/${path}?city={city}`, body: { type: 'none' } },
      headers: [{ name: 'Authorization', value: [{ text: 'Bearer ' }, { secret: 'TOKEN' }] }],
    }
    const place = { given, secretVersion: () => 'version', tempDir: '/' }
    const planned = await planHttp(spec, { city: 'São Paulo' }, place)
    if (!planned.ok) throw new Error(textOf(planned.error.message))
    return planned
  }
  const send = async (path: string) => {
    const { how, failure } = await runHttp({ ...(await plan(path)), timeoutMs: 60_000 }, io)
    if (how !== 'done') throw new Error(failure ? textOf(failure.message) : how)
  }
  const fetchOnce = async (path: string) => {
    const response = await fetch(`${origin}/${path}`, { headers: { connection: 'close' } })
    await response.json()
  }
  const [fetchSmall, ourSmall] = await measureTurns(
    REQUESTS,
    () => fetchOnce('small'),
    () => send('small'),
  )
  const [fetchLarge, ourLarge] = await measureTurns(
    LARGE_REQUESTS,
    () => fetchOnce('large'),
    () => send('large'),
  )
  const planning = await measureMany(() => void plan('small'))
  const reading = await measureMany(() => void readWebAddress('https://api.example.org:8443/v1/x?y=z'))
  const judging = await measureMany(() => void isInnerAddress('2606:4700::1111'))
  server.closeAllConnections()
  server.close()
  return {
    name: `One HTTP request over loopback, a new connection each, median of ${REQUESTS}, ratios beside bare fetch`,
    rows: [
      { name: `${SMALL.length} bytes of JSON: fetch`, value: fetchSmall, unit: 'ms' },
      {
        name: 'the same: planned, sent, masked, read',
        value: ourSmall,
        unit: 'ms',
        ratio: ourSmall / fetchSmall,
        goal: 2,
      },
      { name: `${(LARGE.length / 2 ** 20).toFixed(1)} MiB of JSON: fetch`, value: fetchLarge, unit: 'ms' },
      {
        name: 'the same: planned, sent, masked, read',
        value: ourLarge,
        unit: 'ms',
        ratio: ourLarge / fetchLarge,
        goal: 2,
      },
      { name: 'planning alone', value: planning, unit: 'µs', goal: 50 },
      { name: 'reading one address', value: reading, unit: 'µs' },
      { name: 'judging one address', value: judging, unit: 'µs' },
    ],
  }
}

/** One of each in turn, so that a busy machine slows both alike. */
async function measureTurns(
  count: number,
  bare: () => Promise<void>,
  ours: () => Promise<void>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let index = -WARM_UP; index < count; index += 1) {
    for (const [which, once] of [bare, ours].entries()) {
      const startedAt = performance.now()
      await once()
      if (index >= 0) times[which]?.push(performance.now() - startedAt)
    }
  }
  return [median(times[0]), median(times[1])]
}

async function measureMany(once: () => void): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 5_000; index += 1) {
    const startedAt = process.hrtime.bigint()
    once()
    times.push(Number(process.hrtime.bigint() - startedAt) / 1_000)
  }
  return median(times)
}

if (import.meta.main) printTable(await run())
