import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Machine } from '#main/calls/machine'
import { supervise } from '#main/runners/process/supervise'
import type { NewFact } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { McpCommand } from '#shared/skill/mcp-server'

/** Where packages of servers lie, below the data folder. */
export const PACKAGES = 'packages'

const INSTALL_MS = 300_000
const NAME = /^(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/
const SPEC = /^((?:@[^/@]+\/)?[^/@]+)(?:@([\w.^~<>=*+-]+))?$/

export type Pinned = { ok: true; start: McpCommand } | { ok: false; message: Message }

/** How the person's network and registry are reached. */
const NETWORK =
  /^(?:https?_proxy|all_proxy|no_proxy|ssl_cert_(?:file|dir)|node_extra_ca_certs|npm_config_(?:registry|userconfig|globalconfig|cafile|strict_ssl))$/i

interface Ports {
  home: string
  machine: Machine
  publish(fact: NewFact): Promise<void>
}

/**
 * `npx -y package …` becomes the package's own program at one version, installed once without its install scripts:
 * nothing is downloaded at a start. Null where the command is something else.
 */
export async function pinPackage(start: McpCommand, ports: Ports): Promise<Pinned | null> {
  if (basename(start.command).replace(/\.cmd$/, '') !== 'npx') return null
  const at = start.args.findIndex((arg) => !arg.startsWith('-'))
  const spec = start.args[at] ?? ''
  const [, name = '', version = 'latest'] = SPEC.exec(spec) ?? []
  const flags = at < 0 ? start.args : start.args.slice(0, at)
  if (!NAME.test(name) || flags.some((flag) => flag !== '-y' && flag !== '--yes')) {
    return { ok: false, message: message('package-unclear', { spec }) }
  }
  const installed = await install(name, version, ports)
  if (!installed.ok) return installed
  return { ok: true, start: { ...start, command: 'node', args: [installed.entry, ...start.args.slice(at + 1)] } }
}

async function install(name: string, version: string, { home, machine, publish }: Ports) {
  const place = machine.forCall()
  const npm = await place.findBinary('npm')
  if (!npm.ok) return npm
  const folder = join(home, PACKAGES, `.${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--save-exact']
  const args = ['install', '--prefix', folder, ...flags, `${name}@${version}`]
  const fetch = randomUUID()
  await publish({ type: 'fetch.started', chat: null, fetch, argv: ['npm', ...args], path: npm.path, cwd: folder })
  const kept = Object.entries(process.env).filter(([each, value]) => NETWORK.test(each) && value !== undefined)
  const env = { ...place.env, ...(Object.fromEntries(kept) as Record<string, string>) }
  const run = await supervise({
    path: npm.path,
    args,
    cwd: folder,
    env,
    stdin: null,
    timeoutMs: INSTALL_MS,
    marker: fetch,
  })
  await publish({ type: 'fetch.finished', chat: null, fetch, exitCode: run.exitCode, ms: Math.round(run.ms) })
  const manifest = await readJson(join(folder, 'node_modules', name, 'package.json'))
  const entry = manifest && findProgram(manifest, name)
  if (run.exitCode !== 0 || !manifest || !entry) {
    await rm(folder, { recursive: true, force: true })
    const problem = run.stderr.text.trim().slice(-300)
    return { ok: false as const, message: message('package-not-installed', { name, problem }) }
  }
  // By what the registry says of every package in it: another byte is another folder.
  const lock = hash('sha256', await readFile(join(folder, 'package-lock.json')))
  const lasting = join(home, PACKAGES, `${name.replace('/', '+')}@${String(manifest.version)}-${lock.slice(0, 12)}`)
  await rename(folder, lasting).catch(() => rm(folder, { recursive: true, force: true }))
  return { ok: true as const, entry: join(lasting, 'node_modules', name, entry) }
}

/** The only program of the package, or the one that is named like it. */
function findProgram({ bin }: JsonObject, name: string): string | null {
  if (typeof bin === 'string') return bin
  if (!isObject(bin)) return null
  const programs = Object.entries(bin)
  const own =
    programs.find(([each]) => each === name.split('/').at(-1)) ?? (programs.length === 1 ? programs[0] : undefined)
  return typeof own?.[1] === 'string' ? own[1] : null
}

async function readJson(file: string): Promise<JsonObject | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
