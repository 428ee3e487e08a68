import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { mayGrant } from '#main/runners/process/environment'
import { type FoundBinary, identify, lookAt } from '#main/runners/process/find-binary'
import { keepEnds } from '#main/runners/process/output-ring'
import { planConfinement } from '#main/runners/process/plan-confinement'
import { realOf } from '#main/runners/process/real-path'
import type { Effect, McpAction } from '#shared/call/action'
import type { Confinement } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import { message, textOf } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { listPackages, type McpServer, secretsOf } from '#shared/skill/mcp-server'
import type { McpRuntime } from '#shared/skill/tool'
import {
  type Ended,
  judgePlain,
  type NotPlanned,
  type PlanContext,
  type RunIo,
  type Runnable,
  type Runner,
  refuse,
  streamOf,
} from '../runner.ts'

export interface McpSpec {
  runtime: McpRuntime
  /** The reviewed copy of the skill; programs start in it. */
  dir: string
}

export const mcpRunner: Runner<McpSpec, McpAction> = { plan, run }

/** Starts nothing. Nobody here knows what a server's tool touches, so its effect is unknown. */
async function plan({ runtime, dir }: McpSpec, args: JsonObject, at: PlanContext) {
  const { server, tool, listed } = runtime
  const prepared = await prepareServer(server, dir, at)
  if (!prepared.ok) return prepared
  const { start } = server
  const { ok, confinement, ...made } = prepared
  const to = start.kind === 'address' ? (URL.parse(start.url)?.origin ?? start.url) : server.name
  const secrets = secretsOf(server)
  const effects: Effect[] = [
    { does: 'unknown', what: message('server-unknown-effect', { tool, server: server.name }) },
    ...secrets.map((name) => ({ does: 'use-secret', name, to }) as const),
    ...(start.kind === 'command' ? [{ does: 'start', server: server.name } as const] : []),
    ...(start.kind === 'address' ? [{ does: 'send', origin: to } as const] : []),
    ...(start.kind === 'command' && start.network ? [{ does: 'send', origin: '' } as const] : []),
  ]
  const folders = start.kind === 'command' ? start.folders : []
  const hosts = start.kind === 'address' ? [to] : start.network ? ('any' as const) : []
  return {
    ...{ ok, effects, notes: [], observed: null },
    action: { kind: 'mcp', ...made, tool, args, listed } satisfies McpAction,
    grants: { read: folders, write: folders, hosts, secrets, tools: [] },
    judged: judgePlain(args),
    // Skillet sends to an address itself, so nothing can exceed the grants.
    sandbox: start.kind === 'address' ? ('enforced' as const) : (confinement?.word ?? ('none' as const)),
    ...(confinement && { confinement }),
  }
}

/** How a server is started or reached; approved with each call. */
export type ServerStart = Pick<McpAction, 'server' | 'binary' | 'cwd' | 'secrets'> & {
  confinement: Confinement | undefined
}

/** A server has its own folders and network, independent of any chat. */
export async function prepareServer(
  server: McpServer,
  dir: string,
  at: Pick<PlanContext, 'findBinary' | 'sandbox' | 'hidden' | 'secretVersion'>,
): Promise<({ ok: true } & ServerStart) | NotPlanned> {
  const { start } = server
  const secrets = secretsOf(server).map((name) => ({ name, version: at.secretVersion(name) ?? '' }))
  const missing = secrets.find(({ version }) => version === '')
  if (missing) {
    return refuse('TOOL_BROKEN', message('server-secret-missing', { server: server.name, name: missing.name }))
  }
  const prepared = { ok: true as const, server, binary: null, cwd: null, secrets, confinement: undefined }
  if (start.kind === 'address') return prepared
  const refused = start.env.find(({ name }) => !mayGrant(name))
  if (refused) return refuse('TOOL_BROKEN', message('server-env-name', { name: refused.name }))
  const { command: program } = start
  const found = await (isAbsolute(program) ? findAt(program) : at.findBinary(program))
  if (!found.ok) return refuse(found.code, found.message)
  const { path, identity } = found
  const known = { name: basename(program), realpath: identity.realpath }
  const command = { binary: known, subcommand: '', values: [], isReadOnly: false, roots: start.folders }
  const readable = [dir, ...start.folders, ...findPackages(start.args, at.hidden?.homes)]
  const planned = planConfinement({ ...command, readable }, at.sandbox, at.hidden)
  const network = start.network || at.hidden?.closesNetwork === false
  const binary = { name: program, path, identity }
  return { ...prepared, binary, cwd: dir, confinement: planned ? { ...planned, network } : undefined }
}

/** A path is used as it is. */
async function findAt(file: string): Promise<FoundBinary> {
  const seen = lookAt(file, {})
  if (seen === 'program') return identify(file, { withHash: true })
  const none = message('no-program-named', { name: file })
  const why = seen === 'nothing' ? none : message('none-but', { none, found: message(seen, { file }) })
  return { ok: false, code: 'BINARY_NOT_FOUND', message: why }
}

/** Where its program lies: what a server may read beside its folders. */
const findPackages = (args: readonly string[], homes: readonly string[] = []): string[] =>
  listPackages(args.filter(existsSync), (folder) => homes.some((home) => isInside(home, realOf(folder))))

async function run({ action, confinement, timeoutMs }: Runnable<McpAction>, io: RunIo): Promise<Ended> {
  const startedAt = performance.now()
  const stderr = streamOf('')
  const answer = await io.callServer({
    ...{ action, confinement, timeoutMs, limit: io.limit, signal: io.signal, secret: io.secret, ask: io.ask },
    progress: io.progress,
    sample: async (request) => {
      const turn = await io.turn({ kind: 'prompt', name: action.tool, ...request, tools: [], isApart: true }, io.signal)
      if (turn.how !== 'done') throw new Error(textOf(turn.failure.message))
      return turn.text
    },
  })
  const ms = performance.now() - startedAt
  if (!answer.ok) {
    const ended = { how: answer.how, ms, stdout: stderr, stderr }
    if (answer.how === 'canceled') return ended
    return { ...ended, failure: { code: answer.message.code, message: answer.message } }
  }
  const { text, result, media, isError } = readResult(answer.result)
  const stdout = keepEnds(text, io.keptBytes)
  io.output('stdout', text)
  const failure = { code: 'server-tool-failed', message: message('server-tool-failed') }
  const came = { ms, stdout, stderr, ...(media.length > 0 && { media }) }
  if (isError) return { ...came, how: 'failed', failure }
  return { ...came, how: 'done', ...(result !== undefined && !stdout.truncated && { result }) }
}

type Media = NonNullable<Ended['media']>

/** What the model reads, in which pictures and sounds are only named, and the structured content if there is some. */
export function readResult({ content, structuredContent, isError }: JsonObject) {
  const blocks = [content ?? []].flat().map((each) => (isObject(each) ? each : { type: 'text', text: each }))
  const texts = blocks.map(describeBlock)
  // Some servers write null for what is not there.
  const structured = structuredContent ?? undefined
  const hasText = blocks.some(({ text }) => typeof text === 'string' && text !== '')
  if (structured !== undefined && !hasText) texts.unshift(JSON.stringify(structured))
  const result = structured === undefined ? {} : { result: structured }
  return { text: texts.join('\n'), media: blocks.flatMap(findMedia), isError: Boolean(isError), ...result }
}

function findMedia(block: JsonObject): Media {
  if (block.type === 'resource' && isObject(block.resource)) {
    const { blob, mimeType, uri } = block.resource
    const type = toText(mimeType).split('/')[0]
    return findMedia({ type: type ?? '', data: blob ?? null, mimeType: uri ?? mimeType ?? '' })
  }
  const { type, data, mimeType } = block
  if ((type !== 'image' && type !== 'audio') || typeof data !== 'string') return []
  return [{ kind: type, name: toText(mimeType ?? type), data }]
}

export function describeBlock(block: JsonObject): string {
  const { type, text, data, mimeType, uri, name, resource } = block
  if (type === 'text' || typeof text === 'string') return toText(text ?? '')
  if (type === 'image' || type === 'audio') return `[${type} ${toText(mimeType ?? '')}, ${sizeOf(data)} bytes]`
  if (type === 'resource_link') return `[resource ${toText(name ?? '')} ${toText(uri ?? '')}]`
  if (type === 'resource' && isObject(resource)) {
    if (typeof resource.text === 'string') return `[resource ${toText(resource.uri ?? '')}]\n${resource.text}`
    return `[resource ${toText(resource.uri ?? '')} ${toText(resource.mimeType ?? '')}, ${sizeOf(resource.blob)} bytes]`
  }
  return `[${toText(type ?? 'unknown')}]`
}

/** Of what base64 holds. */
const sizeOf = (data: Json | undefined) =>
  typeof data === 'string' ? Math.floor((data.replace(/=+$/, '').length * 3) / 4) : 0
