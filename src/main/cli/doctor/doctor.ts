import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import type { Machine } from '#main/calls/machine'
import type { OpenedLedger } from '#main/calls/open-view'
import { withView } from '#main/calls/open-view'
import { EXIT } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { countOf, toLine } from '#main/cli/print'
import { findMissing, listPrograms } from '#main/cli/skills/missing-programs'
import { nearestOf } from '#main/data-folder/move-data'
import { measureFolder } from '#main/install/run-git'
import { readHost } from '#main/models/ollama/host'
import { listModels } from '#main/models/ollama/models'
import { withRemedy } from '#shared/messages/diagnostic'
import { type Said, textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { type Execution, executionsOf } from '#shared/skill/tool'

const LOOKS = { ok: 'green', warning: 'yellow', missing: 'red' } as const

export const doctor = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async (view, opened) => {
    const { printer, home, env } = invocation
    const { searchPath } = view.machine
    const findings: Finding[] = [
      isFine('Node', `${process.versions.node} on ${process.platform} ${process.arch}`),
      ...(await checkOllama(view.settings().host || env.OLLAMA_HOST)),
      checkDisplay(env),
      checkSandbox(view.machine),
      await checkData(home),
      await checkRecord(opened),
      await checkDisk(home),
      ...(await Promise.all(view.registry().skills.map((skill) => checkSkill(skill, searchPath)))),
    ]
    const width = Math.max(...findings.map(({ name }) => name.length))
    return {
      json: { checks: findings.map(({ isEssential, ...check }) => check) },
      lines: findings.flatMap(({ name, state, found, remedy }) => [
        `${printer.paint(LOOKS[state], state.padEnd(7))}  ${printer.paint('bold', toLine(name).padEnd(width))}  ${toLine(found)}`,
        ...(remedy === '' ? [] : [`${' '.repeat(width + 11)}${printer.paint('green', '→')} ${toLine(remedy)}`]),
      ]),
      exit: findings.some(({ state, isEssential }) => state === 'missing' && isEssential) ? EXIT.failed : EXIT.done,
    }
  })

/** Checks Ollama and its models. Without them no model answers, but check, plan, run and log work. */
async function checkOllama(said: string | undefined): Promise<Finding[]> {
  const read = readHost(said)
  if (!read.ok) return [isMissing('Ollama', read.message, 'Correct the address in the settings, or OLLAMA_HOST.')]
  const ollama = await listModels(read.host)
  if (ollama.state === 'unreachable')
    return [isMissing('Ollama', ollama.message, 'Not installed yet? https://ollama.com/download')]
  if (ollama.state === 'too-old') return [isMissing('Ollama', ollama.message, 'Update it: https://ollama.com/download')]
  const { version, host, models } = ollama
  const names = models.map(({ name, parameters }) => (parameters === '' ? name : `${name} (${parameters})`))
  return [
    isFine('Ollama', `${version} at ${host}`),
    ollama.state === 'no-model'
      ? isMissing('models', 'there is none', 'Download one: ollama pull qwen3:4b')
      : isFine('models', names.join(', ')),
  ]
}

function checkDisplay(env: NodeJS.ProcessEnv): Finding {
  const display = process.platform === 'linux' ? env.WAYLAND_DISPLAY || env.DISPLAY : process.platform
  if (display) return isFine('display', display)
  const remedy = 'The window needs one; this command line does not.'
  return isMissing('display', 'DISPLAY and WAYLAND_DISPLAY are not set', remedy)
}

/** Reports what confines runs now, not only what is installed. */
function checkSandbox({ sandbox: { word, reason } }: Machine): Finding {
  const asked =
    word === 'none' ? 'commands run without a sandbox, so each is asked about' : `commands run in it (${word})`
  const canInstall = reason.code === 'bubblewrap-missing' && process.platform === 'linux'
  return {
    name: 'sandbox',
    state: word === 'enforced' ? 'ok' : 'warning',
    found: `${textOf(reason)}; ${asked}`,
    remedy: canInstall ? 'On Debian or Ubuntu: sudo apt-get install bubblewrap' : '',
  }
}

async function checkSkill(skill: Skill, searchPath: string[]): Promise<Finding> {
  const name = `skill ${skill.name}`
  const programs = listPrograms(skill)
  const errors = skill.diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first) {
    const found = `${errors.length === 1 ? 'an error' : `${errors.length} errors`} in it: ${textOf(first.message)}`
    return { name, state: 'warning', found, remedy: `See: skillet check ${skill.dir}` }
  }
  if (programs.length === 0) return isFine(name, 'it needs no programs')
  const missing = await findMissing(programs, searchPath)
  if (missing.length === 0 && skill.state !== 'unavailable') return isFine(name, programs.join(', '))
  const absent = [...new Set([...missing, ...skill.missingBins])].join(', ')
  const hasProgram = ({ binary }: Execution) => !missing.includes(binary)
  const isUseless = skill.state === 'unavailable' || !skill.tools.some((tool) => executionsOf(tool).some(hasProgram))
  return {
    name,
    state: isUseless ? 'missing' : 'warning',
    found: `${absent} not found${isUseless ? '' : '; its other tools work'}`,
    remedy: `Install ${absent} to use ${isUseless ? 'it' : 'all of it'}.`,
  }
}

interface Finding {
  name: string
  state: 'ok' | 'warning' | 'missing'
  found: string
  /** Empty if there is nothing to do. */
  remedy: string
  /** Skillet does not work without it. */
  isEssential?: true
}

const isFine = (name: string, found: string): Finding => ({ name, state: 'ok', found, remedy: '' })
export const isMissing = (name: string, found: Said, remedy: string): Finding => {
  return { name, state: 'missing', found: textOf(found), remedy }
}

const MEGABYTE = 1024 * 1024
const LITTLE_SPACE = 500 * MEGABYTE
const NO_SPACE = 8 * MEGABYTE

/** Checks the data folder, or the place where it would be created. Creates nothing. */
async function checkData(home: string): Promise<Finding> {
  const place = nearestOf(home)
  try {
    if (!(await stat(place)).isDirectory()) throw new Error('it is not a folder')
    await access(place, constants.W_OK | constants.X_OK)
  } catch (error) {
    const found = `${place} cannot be written to (${(error as Error).message})`
    return needed(isMissing('data folder', found, 'Change its permissions, or name another with --home.'))
  }
  const size = place === home ? describeSize(await measureFolder(home)) : 'made when it is first needed'
  return isFine('data folder', `${home}, ${size}`)
}

async function checkRecord(opened: OpenedLedger): Promise<Finding> {
  if (!opened.ok) return needed(isMissing('record', withRemedy(opened), ''))
  const { ledger } = opened
  if (ledger === null) return isFine('record', 'nothing is on record yet')
  const [last] = await ledger.read({ limit: 1, newestFirst: true })
  return isFine('record', countOf(last?.seq ?? 0, 'fact'))
}

async function checkDisk(home: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestOf(home))
  const free = bavail * bsize
  const found = `${describeSize(free)} free where the data lies`
  if (free >= LITTLE_SPACE) return isFine('disk', found)
  const little = isMissing('disk', found, 'Free some space: what cannot be recorded is not run.')
  return free >= NO_SPACE ? { ...little, state: 'warning' } : needed(little)
}

const needed = (finding: Finding): Finding => ({ ...finding, isEssential: true })

export function describeSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
