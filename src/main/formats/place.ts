import type { Diagnostic, DiagnosticCode } from '#shared/messages/diagnostic'
import { type Text, toMessage, type ValuesFor } from '#shared/messages/message'

/** A place in a file, and the list that collects its diagnostics. Its path is built only when it is reported. */
export interface Place {
  file: string
  diagnostics: Diagnostic[]
  parent: Place | null
  key: string | number
}

/** The whole file. */
export function placeIn(file: string, diagnostics: Diagnostic[]): Place {
  return { file, diagnostics, parent: null, key: '' }
}

export function inside(place: Place, key: string | number): Place {
  return { file: place.file, diagnostics: place.diagnostics, parent: place, key }
}

function pathOf(place: Place): string {
  return place.parent === null ? '' : joinPath(pathOf(place.parent), place.key)
}

export type Reason = Pick<Diagnostic, 'code' | 'message' | 'remedy'>

/** Both texts take their values from `values`. */
export function reasonOf<Problem extends Text, Remedy extends Text>(
  code: DiagnosticCode,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): Reason {
  return { code, message: toMessage(problem, values), remedy: toMessage(remedy, values) }
}

const MOST_IN_ONE_PART = 200

/**
 * Reports a finding; both of its texts take their values from `values`. Keeps at most 200 for each part, but always any
 * error. Returns null, for what could not be read.
 */
export function report<Problem extends Text, Remedy extends Text>(
  place: Place,
  severity: Diagnostic['severity'],
  code: DiagnosticCode,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): null {
  const { file, diagnostics } = place
  if (isFull(diagnostics, severity)) return null
  const reason = { code, message: toMessage(problem, values), remedy: toMessage(remedy, values) }
  add(diagnostics, { severity, file, path: pathOf(place), ...reason })
  return null
}

/** Reports a reason that is known as a whole, and returns it with its place. */
export function reportReason(diagnostics: Diagnostic[], file: string, reason: Reason, path = ''): Diagnostic {
  const diagnostic: Diagnostic = { severity: 'error', file, path, ...reason }
  if (!isFull(diagnostics, 'error')) add(diagnostics, diagnostic)
  return diagnostic
}

const isFull = (list: Diagnostic[], severity: Diagnostic['severity']) =>
  list.length > MOST_IN_ONE_PART && (severity !== 'error' || list.at(-1)?.severity === 'error')

function add(list: Diagnostic[], diagnostic: Diagnostic): void {
  list.push(diagnostic)
  if (list.length === MOST_IN_ONE_PART) list.push(notListed(diagnostic.file))
}

export function notListed(file: string): Diagnostic {
  return { severity: 'info', file, path: '', ...reasonOf('NOT_LISTED', 'more-findings', 'fix-listed-first') }
}

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$]{0,79}$/

export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!PLAIN_KEY.test(key)) return `${path}[${quote(key)}]`
  return path === '' ? key : `${path}.${key}`
}

const LONGEST_QUOTE = 80
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A skill's text for use in a message: quoted, shortened, with invisible characters escaped. */
export function quote(text: string): string {
  const short = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
  return JSON.stringify(short).replace(INVISIBLE, (found) => `\\u{${found.codePointAt(0)?.toString(16).toUpperCase()}}`)
}

export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error')
}
