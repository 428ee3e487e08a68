import { alignColumns, type Look, type Paint } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { quoteArgv } from '#shared/call/quote'
import { textOf } from '#shared/messages/message'
import type { FileChange, Review, ReviewedFile } from '#shared/skill/review'

const ANY_CODE = 'runs ANY code'

/** The review sheet: everything a person must see before they trust a skill. */
export function describeReview(review: Review, paint: Paint): string[] {
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
    ...part('Programs', describeBinaries(review, paint)),
    ...part('Scripts', describeScripts(review.scripts, paint)),
    ...part('Environment', review.env.map(toLine)),
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

export function describeScripts(scripts: readonly ReviewedFile[], paint: Paint): string[] {
  return scripts.flatMap(({ file, sha256, text }) => [
    `${toLine(file)}  ${paint('dim', sha256.slice(0, 12))}`,
    ...(text ?? 'This is no text.')
      .trimEnd()
      .split('\n')
      .map((line) => `  | ${toLine(line)}`),
  ])
}

function describeTool({ name, description, runs, helpers }: Review['tools'][number], paint: Paint): string[] {
  const rows = runs.map(({ argvTemplate, isAnyCode }) => [
    `$ ${quoteArgv(argvTemplate, 'posix').text}`,
    isAnyCode ? paint('red', ANY_CODE) : '',
  ])
  const also = helpers.map(({ param, script, command }) => {
    const what = script === undefined ? quoteArgv(command ?? [], 'posix').text : `the script ${script}`
    const otherwise = script !== undefined && command ? `, else ${quoteArgv(command, 'posix').text}` : ''
    return toLine(`${param === null ? 'its output is read by' : `${param} is worked out by`} ${what}${otherwise}`)
  })
  const lines = [...alignColumns(rows), ...also].map((line) => `  ${line}`)
  return [`${toLine(name)}  ${paint('dim', toLine(description))}`, ...lines]
}

function describeBinaries({ binaries }: Review, paint: Paint): string[] {
  const rows = binaries.map(({ name, path, changedAt, isAnyCode }) => [
    name,
    path === null ? paint('yellow', 'not installed') : toLine(path),
    changedAt === undefined ? '' : paint('dim', `of ${changedAt.slice(0, 10)}`),
    isAnyCode ? paint('red', ANY_CODE) : '',
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
