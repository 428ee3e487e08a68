import { isAbsolute } from 'node:path'
import { mayGrant } from '#main/runners/process/environment'
import { readIdentity } from '#main/runners/process/find-binary'
import { createOutputRing } from '#main/runners/process/output-ring'
import { planConfinement } from '#main/runners/process/plan-confinement'
import type { Effect, McpAction } from '#shared/call/action'
import type { CallErrorCode } from '#shared/call/plan'
import { readWebAddress } from '#shared/call/web-address'
import type { JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import { type McpCommand, secretsOf } from '#shared/skill/mcp-server'
import type { McpRuntime } from '#shared/skill/tool'
import type { Ended, FoundProgram, NotPlanned, PlanContext, RunIo, Runnable, Runner } from '../runner.ts'
import { readResult } from './read-result.ts'

export interface McpSpec {
  runtime: McpRuntime
  /** The skill's folder as it was reviewed: programs start there. */
  dir: string
}

export const mcpRunner: Runner<McpSpec, McpAction> = {
  missing: async () => null,
  plan,
  run,
}

/** Nothing starts: what the tool touches is the server's affair, so it is unknown. */
async function plan({ runtime, dir }: McpSpec, args: JsonObject, at: PlanContext) {
  const { server, tool, listed } = runtime
  const { start } = server
  const names = secretsOf(server)
  const secrets = names.map((name) => ({ name, version: at.secretVersion(name) }))
  const missing = secrets.find(({ version }) => version === null)
  if (missing) {
    return refuse('TOOL_BROKEN', message('server-secret-missing', { server: server.name, name: missing.name }))
  }
  const action: McpAction = {
    ...{ kind: 'mcp', server, binary: null, cwd: null, tool, args, listed },
    secrets: secrets.map(({ name, version }) => ({ name, version: version ?? '' })),
  }
  const unknown: Effect = {
    does: 'unknown',
    what: textOf(message('server-unknown-effect', { tool, server: server.name })),
  }
  const to = start.kind === 'address' ? originOf(start.url) : server.name
  const effects: Effect[] = [unknown, ...names.map((name) => ({ does: 'use-secret', name, to }) as const)]
  const made = {
    ...{ ok: true as const, notes: [], observed: null },
    judged: new Map(Object.entries(args).map(([param, value]) => [param, [{ value }]])),
  }
  const grants = { read: [], write: [], secrets: names, tools: [] }
  if (start.kind === 'address') {
    effects.push({ does: 'send', origin: to })
    // Skillet itself sends it: no program could reach more than the grants.
    return { ...made, action, effects, grants: { ...grants, hosts: [to] }, sandbox: 'enforced' as const }
  }
  const refused = start.env.find(({ name }) => !mayGrant(name))
  if (refused) return refuse('TOOL_BROKEN', message('server-env-name', { name: refused.name }))
  const found = await findProgram(start.command, at)
  if (!found.ok) return { ok: false as const, error: { code: found.code, message: found.message } }
  const binary = { name: start.command, path: found.path, identity: found.identity }
  const confinement = confine(start, binary, at)
  effects.push({ does: 'start', server: server.name })
  if (start.network) effects.push({ does: 'send', origin: '' })
  return {
    ...made,
    ...{ action: { ...action, binary, cwd: dir }, effects, sandbox: confinement?.word ?? ('none' as const) },
    grants: { ...grants, read: start.folders, write: start.folders, hosts: start.network ? ('any' as const) : [] },
    ...(confinement && { confinement }),
  }
}

/** Its folders and its network are its own, whatever a chat was granted. */
export function confine(
  start: McpCommand,
  binary: NonNullable<McpAction['binary']>,
  { sandbox, hidden }: Pick<PlanContext, 'sandbox' | 'hidden'>,
) {
  const program = { name: binary.name.split('/').at(-1) ?? '', realpath: binary.identity.realpath }
  const command = { binary: program, subcommand: '', values: [], isReadOnly: false, roots: start.folders }
  const planned = planConfinement(command, sandbox, hidden)
  return planned && { ...planned, network: start.network || hidden?.closesNetwork === false }
}

/** A bare name is looked up; a path that the reviewed file names is taken as it is. */
export async function findProgram(command: string, at: Pick<PlanContext, 'findBinary'>): Promise<FoundProgram> {
  if (!isAbsolute(command)) return at.findBinary(command)
  try {
    return { ok: true, path: command, identity: await readIdentity(command, true) }
  } catch (error) {
    return { ok: false, code: 'BINARY_NOT_FOUND', message: (error as Error).message }
  }
}

async function run({ action, confinement, timeoutMs }: Runnable<McpAction>, io: RunIo): Promise<Ended> {
  const startedAt = performance.now()
  const answer = await io.callServer({
    ...{ action, confinement, timeoutMs, signal: io.signal, ask: io.ask, secret: io.secret },
    progress: (text) => io.output('stderr', `${text}\n`),
  })
  const ms = performance.now() - startedAt
  const nothing = { text: '', bytes: 0, truncated: false }
  if (!answer.ok) {
    const failure = { code: answer.message.code, message: textOf(answer.message) }
    return { how: answer.how, ms, stdout: nothing, stderr: nothing, failure }
  }
  const { text, result, isError } = readResult(answer.result)
  const half = Math.floor(io.keptBytes / 2)
  const ring = createOutputRing(half, half)
  ring.push(Buffer.from(text))
  const { isBinary: _, ...stdout } = ring.capture()
  const failure = { code: 'server-tool-failed', message: textOf(message('server-tool-failed')) }
  if (isError) return { how: 'failed', ms, stdout, stderr: nothing, failure }
  return { how: 'done', ms, stdout, stderr: nothing, ...(result !== undefined && !stdout.truncated && { result }) }
}

function originOf(url: string): string {
  const read = readWebAddress(url)
  return read.ok ? read.address.origin : url
}

const refuse = (code: CallErrorCode, why: Message): NotPlanned => ({ ok: false, error: { code, message: why } })
