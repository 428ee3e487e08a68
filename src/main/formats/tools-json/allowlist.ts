import { type Fields, field, has, isElement, reportMissing, reportType, take } from '#main/formats/fields'
import { BINARY_NAME } from '#main/formats/names'
import { inside, joinPath, type Place, quote, report } from '#main/formats/place'
import { canRunAnyCode } from '#shared/call/known-programs'
import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** Program to subcommands. It has no prototype, so it contains no name that the skill did not write. */
export type Allowlist = Record<string, string[]>

export function readAllowlist(place: Place, value: Json | undefined): Allowlist {
  const allowlist: Allowlist = Object.create(null)
  if (value === undefined) return allowlist
  if (!isObject(value)) {
    reportType(place, value, message('an-allowlist-object'))
    return allowlist
  }
  for (const binary in value) {
    const subcommands = value[binary]
    const at = inside(place, binary)
    if (!isBinaryName(at, binary)) continue
    if (!Array.isArray(subcommands)) {
      reportType(at, subcommands, message('array-of-subcommands'))
      continue
    }
    const texts = (field.texts(subcommands, at) ?? []).filter(([index, text]) => isElement(inside(at, index), text))
    allowlist[binary] = texts.map(([, text]) => text)
    reportAnyCode(at, binary, texts)
  }
  return allowlist
}

function isBinaryName(place: Place, binary: string): boolean {
  if (BINARY_NAME.test(binary)) return true
  report(place, 'error', 'BINARY_NAME', 'program-name-not-plain', 'write-program-name-alone', { name: quote(binary) })
  return false
}

export const COMMAND = { binary: field.string, subcommand: field.element }

/** A program and its subcommand as written; each is empty if it is missing. `remedy`: for a missing program. */
export function readCommand(fields: Fields<typeof COMMAND>, allowlist: Allowlist, remedy: Message) {
  const { binary, subcommand } = take(fields, 'binary', 'subcommand')
  if (!has(fields, 'binary')) reportMissing(inside(fields, 'binary'), remedy)
  if (!has(fields, 'subcommand')) reportMissing(inside(fields, 'subcommand'), message('empty-if-no-subcommand'))
  const command = { binary: binary ?? '', subcommand: subcommand ?? '' }
  if (binary === undefined || !isBinaryName(inside(fields, 'binary'), binary) || subcommand === undefined) {
    return { command, isUsable: false }
  }
  const subcommands = allowlist[binary]
  if (subcommands === undefined) {
    const [at, values] = [inside(fields, 'binary'), { binary: quote(binary), subcommand: quote(subcommand) }]
    report(at, 'error', 'NOT_ALLOWLISTED', 'binary-not-in-allowlist', 'add-binary-to-allowlist', values)
  } else if (!subcommands.includes(subcommand)) reportSubcommand(inside(fields, 'subcommand'), binary, subcommand)
  return { command, isUsable: true }
}

export function reportSubcommand(at: Place, binary: string, subcommand: string): void {
  report(at, 'error', 'NOT_ALLOWLISTED', 'subcommand-not-in-allowlist', 'add-subcommand-to-allowlist', {
    subcommand: quote(subcommand),
    binary: quote(binary),
    place: joinPath('allowlist', binary),
  })
}

function reportAnyCode(place: Place, binary: string, subcommands: [number, string][]): void {
  for (const [index, subcommand] of subcommands) {
    if (!canRunAnyCode(binary, subcommand)) continue
    const values = { command: quote(subcommand === '' ? binary : `${binary} ${subcommand}`) }
    report(inside(place, index), 'warning', 'ANY_CODE', 'program-runs-any-code', 'name-narrower-program', values)
  }
}
