import { planHttp } from '#main/runners/http/plan-http'
import { type HttpPorts, runHttp } from '#main/runners/http/run-http'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import type { Ended, PlanContext, Planned, RunIo } from '#main/runners/runner'
import type { HttpAction } from '#shared/call/action'
import type { JsonObject } from '#shared/json'
import { type Message, textOf } from '#shared/messages/message'
import type { HttpSpec } from '#shared/skill/http-spec'
import { NO_SERVERS } from '#test/helpers/call-ports'

export interface HttpCall extends HttpPorts {
  /** What a person granted; by default the origin that is called. */
  hosts?: string[]
  secrets?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  keptBytes?: number
}

export const httpSpec = (url: string, spec: Partial<HttpSpec> = {}): HttpSpec => ({
  ...{ method: 'GET', url, headers: [], body: { type: 'none' } },
  ...spec,
})

export async function planHttpCall(
  spec: HttpSpec,
  args: JsonObject = {},
  { hosts = URL.canParse(spec.url) ? [new URL(spec.url).origin] : [], secrets = {} }: HttpCall = {},
): Promise<Planned<HttpAction> | { ok: false; error: { message: Message | string } }> {
  const at: PlanContext = {
    ...{ platform: 'linux', cwd: '/', env: {}, tempDir: '/', timeoutMs: 1, sandbox: 'none', allowScripts: false },
    given: { read: [], write: [], hosts, secrets: Object.keys(secrets), tools: [] },
    helped: [],
    findBinary: () => Promise.reject(new Error('A request needs no program.')),
    interpreters: () => Promise.reject(new Error('A request needs no interpreter.')),
    realAncestor: () => Promise.reject(new Error('A request needs no file.')),
    secretVersion: (name) => (Object.hasOwn(secrets, name) ? `version-of-${name}` : null),
  }
  return planHttp(spec, args, at)
}

/** Plans and runs as `calls` would. */
export async function callHttp(spec: HttpSpec, args: JsonObject = {}, call: HttpCall = {}): Promise<Ended> {
  const planned = await planHttpCall(spec, args, call)
  if (!planned.ok) throw new Error(textOf(planned.error.message))
  return runPlannedHttp(planned, call)
}

export function runPlannedHttp(
  planned: Pick<Planned<HttpAction>, 'action' | 'effects' | 'grants'>,
  call: HttpCall = {},
): Promise<Ended> {
  const {
    secrets = {},
    signal = new AbortController().signal,
    timeoutMs = 20_000,
    keptBytes = 2 ** 19,
    ...ports
  } = call
  const io: RunIo = {
    ...{
      limit: makeTimeLimit(),
      call: async () => ({ ok: false, code: 'TOOL_UNKNOWN', message: 'no tools here' }),
      turn: () => Promise.reject(new Error('A request needs no turn.')),
    },
    ...{ run: 'run', signal, keptBytes, env: {}, caller: { kind: 'person' } },
    output: () => undefined,
    ask: async () => null,
    progress: () => undefined,
    secret: async (name) => secrets[name] ?? null,
    ...{ answer: async () => '', serve: async () => null, callServer: NO_SERVERS, wrap: () => null },
  }
  return runHttp({ ...planned, timeoutMs }, io, ports)
}
