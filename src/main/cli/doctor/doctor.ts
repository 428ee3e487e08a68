import type { Machine } from '#main/calls/machine'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { toLine } from '#main/cli/printable'
import { findMissing, listPrograms } from '#main/cli/skills/missing-programs'
import { readHost } from '#main/models/ollama/host'
import { listModels } from '#main/models/ollama/models'
import { openToRead, openView } from '#main/open-view'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { type Execution, executionsOf } from '#shared/skill/tool'
import { checkData, checkDisk, checkRecord } from './doctor-data.ts'

export interface Check {
  name: string
  state: 'ok' | 'warning' | 'missing'
  found: string
  /** Empty if there is nothing to do. */
  remedy: string
}

/** `isEssential`: Skillet does not work without it. */
export type Finding = Check & { isEssential?: true }

const LOOKS = { ok: 'green', warning: 'yellow', missing: 'red' } as const

/** What is installed, what is missing, and how to get it. */
export async function doctor(invocation: Invocation): Promise<ExitCode> {
  const { printer, home, env, folder: cwd, skills } = invocation
  const opened = await openToRead(home)
  const { view } = await openView({ home, cwd, skills }, opened)
  const findings: Finding[] = [
    checkNode(),
    ...(await checkOllama(view.settings().host || env.OLLAMA_HOST)),
    checkDisplay(env),
    checkSandbox(view.machine),
    await checkData(home),
    await checkRecord(opened),
    await checkDisk(home),
    ...(await checkSkills(view.registry(), view.machine)),
  ]
  if (opened.ok) await opened.ledger?.close()
  printer.json({ checks: findings.map(({ isEssential, ...check }) => check) })
  const width = Math.max(...findings.map(({ name }) => name.length))
  for (const { name, state, found, remedy } of findings) {
    const title = printer.paint('bold', toLine(name).padEnd(width))
    printer.line(`${printer.paint(LOOKS[state], state.padEnd(7))}  ${title}  ${toLine(found)}`)
    if (remedy !== '') printer.line(`${' '.repeat(width + 11)}${printer.paint('green', '→')} ${toLine(remedy)}`)
  }
  return findings.some(({ state, isEssential }) => state === 'missing' && isEssential) ? EXIT.failed : EXIT.done
}

function checkNode(): Finding {
  return {
    name: 'Node',
    state: 'ok',
    found: `${process.versions.node} on ${process.platform} ${process.arch}`,
    remedy: '',
  }
}

/** Checks Ollama and its models. Without them no model answers, but check, plan, run and log work. */
async function checkOllama(said: string | undefined): Promise<Finding[]> {
  const read = readHost(said)
  if (!read.ok) {
    return [
      {
        name: 'Ollama',
        state: 'missing',
        found: textOf(read.message),
        remedy: 'Correct the address in the settings, or OLLAMA_HOST.',
      },
    ]
  }
  const ollama = await listModels(read.host)
  if (ollama.state === 'unreachable') {
    const remedy = 'Not installed yet? https://ollama.com/download'
    return [{ name: 'Ollama', state: 'missing', found: textOf(ollama.message), remedy }]
  }
  if (ollama.state === 'too-old') {
    const remedy = 'Update it: https://ollama.com/download'
    return [{ name: 'Ollama', state: 'missing', found: textOf(ollama.message), remedy }]
  }
  const { version, host, models } = ollama
  const reached: Finding = { name: 'Ollama', state: 'ok', found: `${version} at ${host}`, remedy: '' }
  if (ollama.state === 'no-model') {
    return [
      reached,
      { name: 'models', state: 'missing', found: 'there is none', remedy: 'Fetch one: ollama pull qwen3:4b' },
    ]
  }
  const names = models.map(({ name, parameters }) => (parameters === '' ? name : `${name} (${parameters})`))
  return [reached, { name: 'models', state: 'ok', found: names.join(', '), remedy: '' }]
}

function checkDisplay(env: NodeJS.ProcessEnv, platform = process.platform): Finding {
  if (platform !== 'linux') return { name: 'display', state: 'ok', found: platform, remedy: '' }
  const display = env.WAYLAND_DISPLAY || env.DISPLAY
  if (display) return { name: 'display', state: 'ok', found: display, remedy: '' }
  const remedy = 'The window needs one; this command line does not.'
  return { name: 'display', state: 'missing', found: 'DISPLAY and WAYLAND_DISPLAY are not set', remedy }
}

/** Reports what confines runs now, not only what is installed. */
function checkSandbox({ sandbox }: Machine, platform = process.platform): Finding {
  const { word, reason } = sandbox
  const asked =
    word === 'none' ? 'commands run without a sandbox, so each is asked about' : `commands run in it (${word})`
  const remedy =
    reason.code === 'bubblewrap-missing' && platform === 'linux'
      ? 'On Debian or Ubuntu: sudo apt-get install bubblewrap'
      : ''
  return {
    name: 'sandbox',
    state: word === 'enforced' ? 'ok' : 'warning',
    found: `${textOf(reason)}; ${asked}`,
    remedy,
  }
}

/** For each skill: the programs that its tools and resolvers start, and which of them exist. */
async function checkSkills({ skills }: SkillRegistry, { searchPath }: Machine): Promise<Finding[]> {
  return Promise.all(skills.map((skill) => checkSkill(skill, searchPath)))
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
  if (programs.length === 0) return { name, state: 'ok', found: 'it needs no programs', remedy: '' }
  const missing = await findMissing(programs, searchPath)
  if (missing.length === 0 && skill.state !== 'unavailable') {
    return { name, state: 'ok', found: programs.join(', '), remedy: '' }
  }
  const absent = [...new Set([...missing, ...skill.missingBins])]
  const hasProgram = ({ binary }: Execution) => !missing.includes(binary)
  const isUseless = skill.state === 'unavailable' || !skill.tools.some((tool) => executionsOf(tool).some(hasProgram))
  return {
    name,
    state: isUseless ? 'missing' : 'warning',
    found: `${absent.join(', ')} not found${isUseless ? '' : '; its other tools work'}`,
    remedy: `Install ${absent.join(', ')} to use ${isUseless ? 'it' : 'all of it'}.`,
  }
}
