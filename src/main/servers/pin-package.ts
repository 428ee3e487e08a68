import { hash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Machine } from '#main/calls/machine'
import { MCP_FILE } from '#main/formats/mcp/read-mcp'
import { supervise } from '#main/runners/process/supervise'
import type { SkillPorts } from '#main/trust/change-skills'
import { isObject, type JsonObject, ownOf, parseJson, toText } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { McpCommand } from '#shared/skill/mcp-server'

/** Where packages of servers are installed, in the data folder. */
const PACKAGES = 'packages'

const INSTALL_MS = 300_000

/** `folder`: the package with everything it needs. */
export type Pinned = { ok: true; start: McpCommand; folder: string } | { ok: false; message: Message }

/** How the person's network and registry are reached. */
const NETWORK =
  /^(?:https?_proxy|all_proxy|no_proxy|ssl_cert_(?:file|dir)|node_extra_ca_certs|npm_config_(?:registry|userconfig|globalconfig|cafile|strict_ssl)|uv_(?:default_)?index(?:_url)?)$/i

type Ports = Pick<SkillPorts, 'home' | 'publish'> & { machine: Machine }

/** What installs packages of one kind, and where a package has its program. */
interface Installer {
  /** The package at one version: name, then version. */
  spec: RegExp
  flags: RegExp
  program: string
  /** Run one after the other, in an empty folder. */
  commands(folder: string, name: string, version: string | undefined): string[][]
  /**
   * The command and its first argument relative to the folder, with the version; null if the package has no program.
   */
  find(folder: string, name: string): Promise<{ version: string; command: string; entry: string; lock: string } | null>
}

const npm: Installer = {
  spec: /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)(?:@([\w.^~<>=*+-]+))?$/,
  flags: /^(?:-y|--yes)$/,
  program: 'npm',
  commands: (folder, name, version = 'latest') => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--save-exact']
    return [['install', '--prefix', folder, ...flags, `${name}@${version}`]]
  },
  async find(folder, name) {
    const manifest = parseJson(await readText(join(folder, 'node_modules', name, 'package.json')))
    const entry = isObject(manifest) ? findProgram(manifest, name) : null
    if (!isObject(manifest) || !entry) return null
    // Depends on the registry's hash of every package, so a changed byte means another folder.
    const lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
    return { version: toText(manifest.version), command: 'node', entry: join('node_modules', name, entry), lock }
  },
}

const uv: Installer = {
  spec: /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:[@=]=?([A-Za-z0-9.!+_-]+))?$/,
  flags: /^$/,
  program: 'uv',
  commands: (folder, name, version) => {
    const python = join(folder, VENV)
    const wanted = version === undefined || version === 'latest' ? name : `${name}==${version}`
    // Only prebuilt packages, so nothing of a package runs during installation.
    return [
      ['venv', '--no-config', '--no-python-downloads', python],
      ['pip', 'install', '--no-config', '--no-build', '--link-mode', 'copy', '--python', python, wanted],
    ]
  },
  async find(folder, name) {
    const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '-')
    const libraries = join(folder, VENV, 'lib')
    const [python = ''] = await listNames(libraries)
    const packages = join(libraries, python, 'site-packages')
    const infos = (await listNames(packages)).filter((each) => each.endsWith('.dist-info')).sort()
    const packaged = infos.map((each) => /^(.+)-(.+)\.dist-info$/.exec(each)?.slice(1) ?? [])
    const [own, version = ''] = packaged.find(([each = '']) => plain(each) === plain(name)) ?? []
    const programs = await listNames(join(folder, VENV, 'bin'))
    if (own === undefined || !programs.includes(name)) return null
    const readRecord = (each: string) => readFile(join(packages, each, 'RECORD'), 'utf8').catch(() => each)
    const records = await Promise.all(infos.map(readRecord))
    return { version, command: join(VENV, 'bin', 'python'), entry: join(VENV, 'bin', name), lock: records.join('\n') }
  },
}

const VENV = 'venv'
const INSTALLERS: Readonly<Record<string, Installer>> = { npx: npm, uvx: uv }

/**
 * Replaces `npx -y package …` and `uvx package …` by the package's own program at one version, installed once without
 * running any of it. A start then downloads nothing. Null for any other command.
 */
export async function pinPackage(start: McpCommand, ports: Ports): Promise<Pinned | null> {
  const starter = basename(start.command).replace(/\.(?:cmd|exe)$/, '')
  const installer = ownOf(INSTALLERS, starter)
  if (!installer) return null
  const at = start.args.findIndex((arg) => !arg.startsWith('-'))
  const spec = start.args[at] ?? ''
  const [, name, version] = installer.spec.exec(spec) ?? []
  const flags = at < 0 ? start.args : start.args.slice(0, at)
  if (name === undefined || flags.some((flag) => !installer.flags.test(flag))) {
    return { ok: false, message: message('package-unclear', { starter, spec }) }
  }
  const installed = await install(installer, name, version, ports)
  if (!installed.ok) return installed
  const { command, entry, folder } = installed
  return { ok: true, folder, start: { ...start, command, args: [entry, ...start.args.slice(at + 1)] } }
}

async function install(
  { program, commands, find }: Installer,
  name: string,
  version: string | undefined,
  { home, machine, publish }: Ports,
) {
  const place = machine.forCall()
  const found = await place.findBinary(program)
  if (!found.ok) return found
  const folder = join(home, PACKAGES, `.${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = Object.entries(process.env).filter(([each, value]) => NETWORK.test(each) && value !== undefined)
  const env = { ...place.env, ...(Object.fromEntries(kept) as Record<string, string>) }
  let problem = ''
  for (const args of commands(folder, name, version)) {
    const fetch = randomUUID()
    const { path } = found
    await publish({ type: 'fetch.started', chat: null, fetch, argv: [program, ...args], path, cwd: folder })
    const run = await supervise({ path, args, cwd: folder, env, stdin: null, timeoutMs: INSTALL_MS, marker: fetch })
    await publish({ type: 'fetch.finished', chat: null, fetch, exitCode: run.exitCode, ms: Math.round(run.ms) })
    if (run.exitCode === 0) continue
    const how = run.failure ? textOf(run.failure.message) : (run.signal ?? `exit code ${run.exitCode}`)
    problem = run.stderr.text.trim().slice(-300) || how
    break
  }
  const made = problem === '' ? await find(folder, name) : null
  if (!made) {
    await rm(folder, { recursive: true, force: true })
    return { ok: false as const, message: message('package-not-installed', { name, problem }) }
  }
  const digest = hash('sha256', made.lock).slice(0, 12)
  const lasting = join(home, PACKAGES, `${name.replace('/', '+')}@${made.version}-${digest}`)
  await rename(folder, lasting).catch(() => rm(folder, { recursive: true, force: true }))
  const command = made.command.includes('/') ? join(lasting, made.command) : made.command
  return { ok: true as const, folder: lasting, command, entry: join(lasting, made.entry) }
}

/** The package's only program, or the one with its name. */
function findProgram({ bin }: JsonObject, name: string): string | null {
  if (typeof bin === 'string') return bin
  if (!isObject(bin)) return null
  const programs = Object.entries(bin)
  const [only] = programs.length === 1 ? programs : []
  const own = programs.find(([each]) => each === name.split('/').at(-1)) ?? only
  return typeof own?.[1] === 'string' ? own[1] : null
}

const listNames = (folder: string) => readdir(folder).catch((): string[] => [])

/** A file in each package's folder with the mcp.json files that use it, one per line. */
const USERS = 'named-by'

export const noteUser = (packageFolder: string, file: string): Promise<void> =>
  appendFile(join(packageFolder, USERS), `${file}\n`)

/** Deletes packages that no skill uses, and leftovers of interrupted installations. Never rejects. */
export async function sweepPackages(home: string): Promise<void> {
  const packages = await listNames(join(home, PACKAGES))
  if (packages.length === 0) return
  const folders = await Promise.all(
    ['skills', 'store'].map(async (own) => (await listNames(join(home, own))).map((name) => join(home, own, name))),
  )
  const own = await Promise.all(folders.flat().map((folder) => readText(join(folder, MCP_FILE))))
  for (const name of packages) {
    const folder = join(home, PACKAGES, name)
    const users = (await readText(join(folder, USERS))).split('\n').filter(Boolean)
    const texts = [...own, ...(await Promise.all(users.map(readText)))]
    if (!texts.some((text) => text.includes(name))) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const readText = (file: string) => readFile(file, 'utf8').catch(() => '')
