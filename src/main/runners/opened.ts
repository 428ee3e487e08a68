import type { Opening } from '#main/launchers/launcher'
import type { Effect, Grants, ProcessAction, PromptAction } from '#shared/call/action'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { CodeRuntime, Tool } from '#shared/skill/tool'
import { isInnerOrigin } from './http/inner-origin.ts'
import { maskSecrets, type Secret } from './http/mask-secrets.ts'
import type { Channel } from './process/channel.ts'
import type { Ended, PlanContext, Planned, RunIo } from './runner.ts'

/** The declared hosts that a person must allow first. Deno itself refuses other names that resolve to an inner address. */
export function innerHostsOf({ runtime }: Pick<Tool, 'runtime'>): string[] {
  if (runtime.kind === 'code' && runtime.network !== 'any') return (runtime.network ?? []).filter(isInnerOrigin)
  const origin = runtime.kind === 'http' ? URL.parse(runtime.spec.url)?.origin : undefined
  return origin !== undefined && isInnerOrigin(origin) ? [origin] : []
}

export interface Reach {
  hosts: string[] | 'any'
  /** Those of `hosts` that a person granted although they are not on the internet. */
  inner: string[]
  /** The version of each secret. */
  secrets: Record<string, string>
}

/** What the tool is given of what it declares, or which secret is not there. */
export function findReach(
  { network, secrets = [] }: CodeRuntime,
  at: PlanContext,
  chosen: readonly string[] = [],
): Reach | Message {
  const versions: Record<string, string> = {}
  for (const name of [...secrets, ...chosen]) {
    const version = at.secretVersion(name)
    if (version === null) return message('secret-missing', { name })
    versions[name] = version
  }
  if (network === 'any') return { hosts: 'any', inner: [], secrets: versions }
  const isGranted = (origin: string) => at.given.hosts === 'any' || at.given.hosts.includes(origin)
  const hosts = (network ?? []).filter((origin) => !isInnerOrigin(origin) || isGranted(origin))
  return { hosts, inner: hosts.filter(isInnerOrigin), secrets: versions }
}

/** The plan, with what this tool reaches instead of what any program might. */
export function withReach(
  planned: Planned<ProcessAction>,
  { hosts, inner, secrets }: Reach,
  { store, entry }: CodeRuntime,
  config: JsonObject | null = null,
): Planned<ProcessAction> {
  const origins = hosts === 'any' ? [''] : hosts
  const reaches = origins.length > 0
  const names = Object.keys(secrets)
  const { confinement } = planned
  // A record with this schema becomes a call, which is judged, asked about and recorded on its own.
  const mayCall = store?.write.includes('tool.request.v1')
  const effects: Effect[] = [
    ...planned.effects.filter(({ does }) => does !== 'send'),
    ...origins.map((origin) => ({ does: 'send', origin }) as const),
    ...names.map((name) => ({ does: 'use-secret', name, to: entry.file }) as const),
    ...(store?.read ?? []).map((schema) => ({ does: 'store', schema, access: 'read' }) as const),
    ...(store?.write ?? []).map((schema) => ({ does: 'store', schema, access: 'write' }) as const),
  ]
  return {
    ...{ ...planned, effects },
    grants: {
      ...{ read: [], write: [], hosts, secrets: names, tools: mayCall ? ['*'] : [] },
      ...(inner.length > 0 && { inner }),
    },
    observed: { process: planned.observed, secrets, ...(config && { config }) },
    ...(confinement && { confinement: { ...confinement, network: confinement.network || reaches, writable: [] } }),
  }
}

export interface Opened {
  /** The job on standard input, then what opens the channel. */
  input: string
  channel: Channel
  /** Masks the secrets in the end of a run. */
  mask(ended: Ended): Ended
}

export type ProcessEntry = NonNullable<ProcessAction['entry']>

type ChannelIo = Pick<RunIo, 'run' | 'caller' | 'trigger' | 'secret' | 'serve' | 'call' | 'turn'>

/**
 * Opens the channel of a program that may make requests while it runs; null for others. Reads the secrets right before
 * the start; the plan contains none.
 */
export async function openChannel(
  { action, grants }: { action: Pick<ProcessAction, 'stdin'>; grants: Pick<Grants, 'secrets'> },
  entry: ProcessEntry,
  io: ChannelIo,
): Promise<Opened | Message | null> {
  if (!entry.serves && !entry.opens) return null
  const secrets: Secret[] = []
  for (const name of entry.serves ? grants.secrets : []) {
    const value = await io.secret(name)
    if (value === null) return message('secret-missing', { name })
    secrets.push({ name, value })
  }
  const key = crypto.randomUUID()
  const opening: Opening = {
    ...{ key, secrets: Object.fromEntries(secrets.map(({ name, value }) => [name, value])) },
    request: { id: io.run, agentId: io.caller.kind, trigger_event: io.trigger ?? null },
  }
  const marked = typeof entry.result === 'object' ? entry.result.mark : null
  return {
    input: `${action.stdin ?? ''}${JSON.stringify(opening)}\n`,
    channel: {
      ...{ mark: (marked ?? '') + key, on: marked === null ? 'result' : 'stdout' },
      answer: entry.serves ? io.serve : (...request) => answerFunction(io, entry.prompt, ...request),
    },
    mask: makeMask(secrets),
  }
}

type Request = Parameters<Channel['answer']>

/** Functions may call other tools, and start the planned model turn. */
async function answerFunction(io: ChannelIo, prompt: PromptAction | undefined, ...[method, params, signal]: Request) {
  if (method === 'turn' && prompt) {
    const ended = await io.turn(prompt, signal)
    if (ended.how === 'done') return ended.result ?? ended.text
    throw new Error(textOf(ended.failure.message))
  }
  if (method !== 'call' || !isObject(params) || typeof params.tool !== 'string')
    throw new Error(`no such request: ${method}`)
  const called = await io.call(params.tool, params.args)
  if (called.ok) return called.result
  throw new Error(called.message)
}

const OMITTED = /(\n\[… \d+ bytes omitted …\]\n)/

function makeMask(secrets: readonly Secret[]): Opened['mask'] {
  if (secrets.length === 0) return (ended) => ended
  const mask = maskSecrets(secrets)
  const stream = ({ text, truncated, bytes }: Ended['stdout']) => {
    // The program may have printed such a line too, so each one counts as a cut.
    const parts = truncated ? text.split(OMITTED) : [text]
    const isUnmarked = truncated && parts.length === 1
    const cut = (index: number) => ({ start: index > 0, end: isUnmarked || index < parts.length - 1 })
    const masked = parts.map((part, index) => (index % 2 === 1 ? part : mask.text(part, cut(index))))
    return { text: masked.join(''), truncated, bytes }
  }
  return (ended) => ({
    ...ended,
    ...{ stdout: stream(ended.stdout), stderr: stream(ended.stderr) },
    ...(ended.result !== undefined && { result: mask.json(ended.result) as Json }),
    ...(ended.failure && { failure: { ...ended.failure, message: mask.message(ended.failure.message) } }),
  })
}
