import { resolve } from 'node:path'
import { askFor } from '#main/cli/ask-person'
import { fail, need } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { alignColumns, countOf, type Paint, paintDiff, toLine } from '#main/cli/print'
import type { Core } from '#main/open-core'
import { addServers } from '#main/servers/add-servers'
import { connectSkill } from '#main/servers/connect-skill'
import {
  removeSkill,
  reviewSkill,
  switchAccess,
  switchScripts,
  switchSkill,
  trustSkill,
} from '#main/trust/change-skills'
import { exportSkill } from '#main/trust/export-skill'
import { quoteArgv } from '#shared/call/quote'
import { message, textOf } from '#shared/messages/message'
import type { Signature } from '#shared/skill/about'
import type { ReviewedServer } from '#shared/skill/mcp-server'
import { describeNeed, type SkillAccess } from '#shared/skill/needs'
import type { FileChange, Review, ReviewedFile, ReviewedTool } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import { describeAccess, describeSkill } from './describe-skill.ts'

/** The skill that was changed, and what to say of it. */
type Changed = [skill: Skill, said: string]

const changing =
  (act: (core: Core, invocation: Invocation, ...words: string[]) => Promise<Changed>) =>
  (invocation: Invocation): Promise<Output> =>
    withCore(invocation, async (core) => {
      const [skill, said] = await act(core, invocation, ...invocation.words)
      return { json: describeSkill(skill), lines: [toLine(said)] }
    })

export const trustCommand = changing(async (core, invocation, name = '') => {
  const { value: review } = need(await reviewSkill(name, core))
  const { hash, obstacle } = review
  if (obstacle !== undefined) fail('SKILL_NOT_INSTALLED', obstacle)
  const lines = describeReview(review, invocation.printer.paintNote)
  if (!(await askFor(invocation, lines, `Trust ${toLine(name)}?`))) fail('DECLINED', 'It was not trusted.')
  const { value } = need(await trustSkill(name, hash, core))
  return [value, `${name} is trusted: ${hash.slice(0, 12)}`]
})

export function scriptsCommand(invocation: Invocation): Promise<Output> {
  const isOn = readSwitch('scripts are', invocation.words[1])
  return changing(async (core, { printer }, name = '') => {
    const confirm = (_skill: Skill, scripts: ReviewedFile[]) => {
      const lines = describeScripts(scripts, printer.paintNote)
      return askFor(invocation, lines, `Let these scripts of ${toLine(name)} run?`)
    }
    const ports = { ...core, scripts: () => core.settings().scripts, confirm }
    const { value } = need(await switchScripts(name, isOn, ports))
    return [value, `${name}: its scripts ${isOn ? 'may run' : 'do not run'}`]
  })(invocation)
}

export function accessCommand(invocation: Invocation): Promise<Output> {
  const isOn = readSwitch('access is', invocation.words[2])
  return changing(async (core, _invocation, name = '', wished = '', wanted) => {
    const question = 'Allow this, and let the model see what its commands print?'
    const confirm = (what: SkillAccess) =>
      askFor(invocation, [toLine(`${name}: ${textOf(describeNeed(what))}`)], question)
    const { value } = need(await switchAccess(name, wished, isOn, { ...core, confirm }))
    return [value, `${name}: ${wished} is ${wanted}`]
  })(invocation)
}

function readSwitch(what: string, wanted: string | undefined): boolean {
  if (wanted !== 'on' && wanted !== 'off') fail('USAGE', `${what} on or off, not "${wanted}".`)
  return wanted === 'on'
}

const switching = (enabled: boolean) =>
  changing(async (core, _invocation, name = '') => {
    const { value } = need(await switchSkill(name, enabled, core))
    return [value, `${name} is ${enabled ? 'enabled' : 'disabled'}`]
  })

export const enableCommand = switching(true)
export const disableCommand = switching(false)

export const addServerCommand = changing(async (core, _invocation, text = '') => {
  const { skills } = need(await addServers(text, core)).value
  const skill = core.registry().skills.find(({ name }) => name === skills[0])
  if (!skill) return fail('SERVER_UNREADABLE', message('server-text-unreadable'))
  return [skill, `${skills.join(', ')} waits for your review`]
})

export const connectCommand = changing(async (core, { printer }, name = '') => {
  const openBrowser = async (url: string) => {
    printer.note(`Sign in here: ${toLine(url)}`)
    return printer.isInteractive
  }
  const { value } = need(await connectSkill(name, { ...core, openBrowser }))
  const what = value.state === 'changed' ? 'to review' : 'as reviewed'
  return [value, `${name}: ${countOf(value.tools.length, 'tool')} ${what}`]
})

export const removeCommand = changing(async (core, _invocation, name = '') => {
  const { skill, movedTo } = need(await removeSkill(name, core)).value
  return [skill, `${name} is removed; its folder is now ${movedTo}`]
})

export const exportCommand = changing(async (core, { here }, name = '', into = '.') => {
  const { skill, folder } = need(await exportSkill(name, resolve(here, into), core)).value
  return [skill, `${name} is in ${folder}`]
})

const ANY_CODE = 'runs ANY code'

function describeReview(review: Review, paint: Paint): string[] {
  const { skill, state, hash, source, description } = review
  const part = <T>(title: string, all: readonly T[] = [], describe: (one: T) => string | string[] = String) => {
    const lines = all.flatMap((one) => describe(one))
    return lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${line}`)]
  }
  const remarks = review.diagnostics.filter(({ severity, code }) => severity !== 'info' && code !== 'HIDDEN_TEXT')
  return [
    `${paint('bold', toLine(skill))}  ${paint('yellow', state)}`,
    toLine(description),
    `hash  ${hash}`,
    ...(source ? [toLine(`from  ${source.kind} ${source.from}`)] : []),
    ...part('Tools', review.tools, (tool) => describeTool(tool, paint)),
    ...part('Withheld', review.withheld, ({ name, message }) => `${toLine(name)}: ${toLine(message)}`),
    ...part('Access that trust gives', review.access, describeAccess),
    ...part('Servers', review.servers, describeServer),
    ...part('Programs', describeBinaries(review, paint)),
    ...part('Scripts', describeScripts(review.scripts, paint)),
    ...part('Hosts', review.hosts, toLine),
    ...part('Hidden', review.hidden, ({ file, message }) => paint('red', toLine(`${file}: ${textOf(message)}`))),
    ...part('Remarks', remarks, ({ severity, file, message }) => toLine(`${severity}  ${file}: ${textOf(message)}`)),
    ...part('Changed since it was trusted', review.changes, (change) => describeChange(change, paint)),
    '',
  ]
}

function describeServer({ name, line, env, secrets, folders, reads, network }: ReviewedServer): string[] {
  return [
    toLine(`${name}: ${line}`),
    ...(env.length > 0 ? [toLine(`  gets ${env.join(', ')}`)] : []),
    ...(secrets.length > 0 ? [toLine(`  gets the secrets ${secrets.join(', ')}`)] : []),
    ...(reads.length > 0 ? [toLine(`  may read: ${reads.join(', ')}`)] : []),
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

function describeTool({ name, description, runs, helpers, signature }: ReviewedTool, paint: Paint): string[] {
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

function describeChange({ file, kind, diff, isModeChanged }: FileChange, paint: Paint): string[] {
  const mode = isModeChanged ? '  (whether it may be executed)' : ''
  const lines = diff ?? ['This is no text, or too much of it changed.']
  return [`${kind}  ${toLine(file)}${mode}`, ...paintDiff(lines, paint).map((line) => `  ${line}`)]
}
