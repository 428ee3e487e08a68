import { alignColumns, type Look, type Paint, toLine } from '#main/cli/print'
import { argvOf, describe, nameAction, wordsOf } from '#shared/call/describe-action'
import type { Origin, Plan, ResolverStep, RiskClass, Verdict } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { reasonsOf } from '#shared/call/risk'
import { type Said, textOf } from '#shared/messages/message'
import { nameGiven } from '#shared/skill/needs'

const RISK_LOOKS: Record<RiskClass, Look> = { A: 'green', B: 'green', C: 'yellow', D: 'red', X: 'red' }
const ORIGIN_LOOKS: Record<Origin, Look> = { skill: 'dim', model: 'cyan', resolver: 'magenta' }
const ORIGIN_WORDS: Record<Origin, string> = {
  skill: 'from the skill',
  model: 'from the call',
  resolver: 'from a resolver',
}

/** A plan for a person: first the command as it can be pasted into a shell, then everything that decides about it. */
export function describePlan(plan: Plan, verdict: Verdict, paint: Paint): string[] {
  const argv = argvOf(plan.action)
  const note = argv.length > 0 ? quoteArgv(argv, 'posix').note : undefined
  const { needs } = plan.grants
  const rows: string[][] = [
    ...listWords(plan, paint),
    ...describe(plan.action).map(({ name, text }) => [lowerFirst(textOf(name)), toLine(shorten(text))]),
    ...(needs ? [['access', toLine(needs.map((id) => textOf(nameGiven(id))).join(', '))]] : []),
    ...plan.resolvers.map((step) => ['resolver', describeResolver(step)]),
    ...(plan.postProcess ? [['output', `read by ${quote(plan.postProcess.argv)}`]] : []),
    ...plan.coercions.map(({ param, from, to }) => [
      'changed',
      toLine(`${param}: ${JSON.stringify(from)} is ${to === null ? 'left out' : `read as ${JSON.stringify(to)}`}`),
    ]),
    ...plan.notes.map(({ element, text }) => [
      'note',
      toLine(element < 0 ? textOf(text) : `${shorten(argv[element] ?? '')}: ${textOf(text)}`),
    ]),
    ['risk', `${paint(RISK_LOOKS[plan.risk.class], plan.risk.class)}  ${sayAll(plan.risk.reasons)}`],
    ['verdict', describeVerdict(verdict, plan, paint)],
  ]
  return [
    `${paint('bold', toLine(plan.tool))} ${paint('dim', `of ${toLine(plan.skill)}`)}`,
    `  ${describeCommand(plan, paint)}`,
    ...(note === undefined ? [] : [`    ${note}`]),
    ...alignColumns(rows, (cell, column) => (column === 0 ? paint('dim', cell) : cell)).map((line) => `  ${line}`),
  ]
}

/** The command on one line, as it can be pasted into a shell. */
export function describeCommand({ action }: Plan, paint: Paint): string {
  return paint('bold', action.kind === 'process' ? `$ ${nameAction(action, 'posix')}` : toLine(nameAction(action)))
}

const VERDICT_LOOKS: Record<Verdict['kind'], Look> = { run: 'green', ask: 'yellow', refuse: 'red' }

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const sayAll = (reasons: readonly Said[]) => toLine(reasons.map((reason) => textOf(reason)).join('; '))

/** Without the reasons for the plan's own risk, which are printed beside it. */
function describeVerdict(verdict: Verdict, { risk }: Plan, paint: Paint): string {
  const { kind, rule } = verdict
  const own = new Set(risk.reasons.map((reason) => textOf(reason)))
  const rest = reasonsOf(verdict).filter((reason) => !own.has(textOf(reason)))
  const by = rule === undefined ? '' : ` by rule ${toLine(rule)}`
  return `${paint(VERDICT_LOOKS[kind], VERDICT_WORDS[kind])}${by}${rest.length > 0 ? `  ${sayAll(rest)}` : ''}`
}

const VERDICT_WORDS: Record<Verdict['kind'], string> = { run: 'runs', ask: 'asks first', refuse: 'refused' }

/** Puts consecutive elements of the same origin on one line. */
function listWords({ action }: Plan, paint: Paint): string[][] {
  const groups: { origin: Origin; words: string[] }[] = []
  for (const { text, origin } of wordsOf(action)) {
    const last = groups.at(-1)
    if (last?.origin === origin) last.words.push(text)
    else groups.push({ origin, words: [text] })
  }
  const rows = groups.map(({ origin, words }) => [quote(words), ORIGIN_WORDS[origin]] as const)
  const lines = alignColumns(rows, (cell, column, row) =>
    column === 0 ? paint(ORIGIN_LOOKS[groups[row]?.origin ?? 'skill'], cell) : paint('dim', cell),
  )
  return lines.map((line, index) => [index === 0 ? 'words' : '', line])
}

function describeResolver({ param, argv, outcome, value, note }: ResolverStep): string {
  const came =
    outcome === 'resolved'
      ? `is ${quote([value])}`
      : outcome === 'not-run'
        ? 'is worked out when this runs'
        : `stays as it is (${toLine(note ?? outcome)})`
  return `${toLine(param)} ${came}, by ${quote(argv)}`
}

const quote = (words: readonly string[]): string => toLine(quoteArgv(['', ...words], 'bash').text.slice(3))

const LONGEST_SHOWN = 200

function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)`
}
