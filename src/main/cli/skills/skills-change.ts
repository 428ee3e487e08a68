import { resolve } from 'node:path'
import { askPerson } from '#main/cli/ask-person'
import { type ErrorCode, EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { alignColumns, countOf, type Look, type Paint, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { Core } from '#main/open-core'
import { addServers } from '#main/servers/add-servers'
import { connectSkill } from '#main/servers/connect-skill'
import {
  removeSkill,
  reviewSkill,
  type SkillPorts,
  switchAccess,
  switchScripts,
  switchSkill,
  trustSkill,
} from '#main/trust/change-skills'
import { exportSkill } from '#main/trust/export-skill'
import { quoteArgv } from '#shared/call/quote'
import { type Message, message, textOf } from '#shared/messages/message'
import type { Signature } from '#shared/skill/about'
import { describeNeed, type SkillAccess } from '#shared/skill/needs'
import type { FileChange, Review, ReviewedFile } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import { describeAccess, describeSkill } from './describe-skill.ts'

type Ports = Core & SkillPorts & { scripts(): 'on' | 'off' }
type Answer =
  | { ok: true; value: Skill; said: string }
  | { ok: false; error: { code: ErrorCode; message: Message | string } }

const NOBODY_THERE = 'this must be confirmed, and nobody is here to do it. Look at it, then say it with --yes.'

export function trustCommand(invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const review = await reviewSkill(name, ports)
    if (!review.ok) return review
    const { hash, obstacle } = review.value
    if (obstacle !== undefined) return refuse('SKILL_NOT_INSTALLED', obstacle)
    const lines = describeReview(review.value, invocation.printer.paintNote)
    const answer = await askFor(invocation, lines, `Trust ${toLine(name)}?`)
    if (answer !== 'yes') return answer === 'no' ? refuse('DECLINED', 'It was not trusted.') : nobody()
    const trusted = await trustSkill(name, hash, ports)
    return trusted.ok ? { ...trusted, said: `${name} is trusted: ${hash.slice(0, 12)}` } : trusted
  })
}

export function scriptsCommand(invocation: Invocation): Promise<ExitCode> {
  const [name = '', wanted] = invocation.words
  const said = `${name}: its scripts ${wanted === 'on' ? 'may run' : 'do not run'}`
  return switchAsking(invocation, ['scripts are', wanted, said], (ports, isOn, ask) => {
    const confirm = (_skill: Skill, scripts: ReviewedFile[]) =>
      ask(describeScripts(scripts, invocation.printer.paintNote), `Let these scripts of ${toLine(name)} run?`)
    return switchScripts(name, isOn, { ...ports, confirm })
  })
}

export function accessCommand(invocation: Invocation): Promise<ExitCode> {
  const [name = '', need = '', wanted] = invocation.words
  return switchAsking(invocation, ['access is', wanted, `${name}: ${need} is ${wanted}`], (ports, isOn, ask) => {
    const question = 'Allow this, and let the model see what its commands print?'
    const confirm = (what: SkillAccess) => ask([toLine(`${name}: ${textOf(describeNeed(what))}`)], question)
    return switchAccess(name, need, isOn, { ...ports, confirm })
  })
}

type Ask = (lines: string[], question: string) => Promise<boolean>

async function switchAsking(
  invocation: Invocation,
  [what, wanted, said]: [what: string, wanted: string | undefined, said: string],
  act: (ports: Ports, isOn: boolean, ask: Ask) => ReturnType<typeof switchSkill>,
): Promise<ExitCode> {
  if (wanted !== 'on' && wanted !== 'off') {
    return printError(invocation.printer, { code: 'USAGE', message: `${what} on or off, not "${wanted}".` })
  }
  return decide(invocation, async (ports) => {
    let asked: Asked = 'yes'
    const switched = await act(ports, wanted === 'on', async (lines, question) => {
      asked = await askFor(invocation, lines, question)
      return asked === 'yes'
    })
    if (!switched.ok) return (asked as Asked) === 'nobody' ? nobody() : switched
    return { ...switched, said }
  })
}

export function enableCommand(invocation: Invocation): Promise<ExitCode> {
  return switchTo(true, invocation)
}

export function disableCommand(invocation: Invocation): Promise<ExitCode> {
  return switchTo(false, invocation)
}

function switchTo(enabled: boolean, invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const switched = await switchSkill(name, enabled, ports)
    return switched.ok ? { ...switched, said: `${name} is ${enabled ? 'enabled' : 'disabled'}` } : switched
  })
}

export function addServerCommand(invocation: Invocation): Promise<ExitCode> {
  return decide(invocation, async (ports) => {
    const added = await addServers(invocation.words[0] ?? '', ports)
    if (!added.ok) return added
    const names = added.value.skills
    const skill = ports.registry().skills.find(({ name }) => name === names[0])
    if (!skill) return refuse('SERVER_UNREADABLE', message('server-text-unreadable'))
    return { ok: true, value: skill, said: `${names.join(', ')} waits for your review` }
  })
}

export function connectCommand(invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const openBrowser = async (url: string) => {
      invocation.printer.note(`Sign in here: ${toLine(url)}`)
      return invocation.printer.isInteractive
    }
    const connected = await connectSkill(name, { ...ports, openBrowser })
    if (!connected.ok) return connected
    const { tools, state } = connected.value
    const what = state === 'changed' ? 'to review' : 'as reviewed'
    return { ...connected, said: `${name}: ${countOf(tools.length, 'tool')} ${what}` }
  })
}

export function removeCommand(invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const removed = await removeSkill(name, ports)
    if (!removed.ok) return removed
    const { skill, movedTo } = removed.value
    return { ok: true, value: skill, said: `${name} is removed; its folder is now ${movedTo}` }
  })
}

export function exportCommand(invocation: Invocation): Promise<ExitCode> {
  const [name = '', into = '.'] = invocation.words
  return decide(invocation, async (ports) => {
    const exported = await exportSkill(name, resolve(invocation.cwd, into), ports)
    if (!exported.ok) return exported
    const { skill, folder } = exported.value
    return { ok: true, value: skill, said: `${name} is in ${folder}` }
  })
}

/** Lets something be decided, and says what came of it. */
function decide(invocation: Invocation, act: (ports: Ports) => Promise<Answer>): Promise<ExitCode> {
  const { printer } = invocation
  return withCore(invocation, async (core) => {
    const answer = await act({ ...core, scripts: () => core.settings().scripts })
    if (!answer.ok) return printError(printer, answer.error)
    printer.json(describeSkill(answer.value))
    printer.line(toLine(answer.said))
    return EXIT.done
  })
}

type Asked = 'yes' | 'no' | 'nobody'

/** Shows the review and asks. `--yes` answers; without a terminal nobody can be asked. */
async function askFor(invocation: Invocation, lines: string[], question: string): Promise<Asked> {
  const { printer, options, signal } = invocation
  const isAsked = !options.yes && printer.isInteractive
  for (const line of lines) isAsked ? printer.note(line) : printer.aside(line)
  if (options.yes) return 'yes'
  if (!isAsked) return 'nobody'
  const answer = await askPerson(question, invocation, signal)
  return answer === null ? 'nobody' : answer ? 'yes' : 'no'
}

const refuse = (code: ErrorCode, message: Message | string): Answer => ({ ok: false, error: { code, message } })
const nobody = (): Answer => refuse('NOT_ANSWERED', NOBODY_THERE)

const ANY_CODE = 'runs ANY code'

/** Everything a person must see before they trust a skill. */
function describeReview(review: Review, paint: Paint): string[] {
  const { skill, state, hash, source, description } = review
  const part = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${line}`)]
  return [
    `${paint('bold', toLine(skill))}  ${paint('yellow', state)}`,
    toLine(description),
    `hash  ${hash}`,
    ...(source ? [toLine(`from  ${source.kind} ${source.from}`)] : []),
    ...part(
      'Tools',
      review.tools.flatMap((tool) => describeTool(tool, paint)),
    ),
    ...part(
      'Withheld',
      review.withheld.map(({ name, message }) => `${toLine(name)}: ${toLine(message)}`),
    ),
    ...part('Access that trust gives', (review.access ?? []).map(describeAccess)),
    ...part('Servers', (review.servers ?? []).flatMap(describeServer)),
    ...part('Programs', describeBinaries(review, paint)),
    ...part('Scripts', describeScripts(review.scripts, paint)),
    ...part('Hosts', review.hosts.map(toLine)),
    ...part(
      'Hidden',
      review.hidden.map(({ file, message }) => paint('red', toLine(`${file}: ${textOf(message)}`))),
    ),
    ...part(
      'Remarks',
      review.diagnostics
        .filter(({ severity, code }) => severity !== 'info' && code !== 'HIDDEN_TEXT')
        .map(({ severity, file, message }) => toLine(`${severity}  ${file}: ${textOf(message)}`)),
    ),
    ...part(
      'Changed since it was trusted',
      (review.changes ?? []).flatMap((change) => describeChange(change, paint)),
    ),
    '',
  ]
}

function describeServer({
  name,
  line,
  env,
  secrets,
  folders,
  network,
}: NonNullable<Review['servers']>[number]): string[] {
  return [
    toLine(`${name}: ${line}`),
    ...(env.length > 0 ? [toLine(`  gets ${env.join(', ')}`)] : []),
    ...(secrets.length > 0 ? [toLine(`  gets the secrets ${secrets.join(', ')}`)] : []),
    toLine(`  may write in: ${folders.join(', ') || 'no folder'}`),
    toLine(`  internet: ${network ? 'yes' : 'no'}`),
  ]
}

function describeScripts(scripts: readonly ReviewedFile[], paint: Paint): string[] {
  return scripts.flatMap(({ file, sha256, text }) => [
    `${toLine(file)}  ${paint('dim', sha256.slice(0, 12))}`,
    ...(text ?? 'This is no text.')
      .trimEnd()
      .split('\n')
      .map((line) => `  | ${toLine(line)}`),
  ])
}

function describeTool(
  { name, description, runs, helpers, signature }: Review['tools'][number],
  paint: Paint,
): string[] {
  const rows = runs.map(({ argvTemplate, isAnyCode }) => [
    `$ ${quoteArgv(argvTemplate, 'posix').text}`,
    isAnyCode ? paint('red', ANY_CODE) : '',
  ])
  const also = helpers.map(({ param, script, command, args }) => {
    const line = (words: string[]) => quoteArgv([...words, ...args], 'posix').text
    const what = script === undefined ? line(command ?? []) : `the script ${line([script])}`
    const otherwise = script !== undefined && command ? `, else ${line(command)}` : ''
    return toLine(`${param === null ? 'its output is read by' : `${param} is worked out by`} ${what}${otherwise}`)
  })
  const signed = signature ? [`signature: ${describeSignature(signature)}`] : []
  const lines = [...alignColumns(rows), ...also, ...signed].map((line) => `  ${line}`)
  return [`${toLine(name)}  ${paint('dim', toLine(description))}`, ...lines]
}

const describeSignature = (signature: Signature) =>
  'fingerprint' in signature ? `${signature.state}, key ${signature.fingerprint}` : signature.state

function describeBinaries({ binaries }: Review, paint: Paint): string[] {
  const rows = binaries.map(({ name, path, changedAt, isOther, isAnyCode }) => [
    name,
    path === null ? paint('yellow', 'not installed') : toLine(path),
    changedAt === undefined ? '' : paint('dim', `of ${changedAt.slice(0, 10)}`),
    isAnyCode ? paint('red', ANY_CODE) : '',
    isOther ? paint('yellow', 'not the one that was trusted') : '',
  ])
  return alignColumns(rows)
}

const LOOKS: Record<string, Look> = { '+': 'green', '-': 'red', '@': 'cyan' }

function describeChange({ file, kind, diff, isModeChanged }: FileChange, paint: Paint): string[] {
  const mode = isModeChanged ? '  (whether it may be executed)' : ''
  const lines = diff ?? ['This is no text, or too much of it changed.']
  return [
    `${kind}  ${toLine(file)}${mode}`,
    ...lines.map((line) => {
      const look = LOOKS[line[0] ?? '']
      return `  ${look ? paint(look, toLine(line)) : toLine(line)}`
    }),
  ]
}
