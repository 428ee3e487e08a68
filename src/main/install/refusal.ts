import { type Text, textOf, toMessage, type ValuesFor } from '#shared/messages/message'
import type { InstallDiagnostic } from '#shared/skill/skill'
import { toVisible } from '#shared/visible'

/** Ends an installation; caught where its staging folder is removed. */
export class Refusal extends Error {
  readonly diagnostic: InstallDiagnostic

  constructor(diagnostic: InstallDiagnostic) {
    super(textOf(diagnostic.message))
    this.diagnostic = diagnostic
  }
}

/** Both texts take their values from `values`. The file may have any name. */
export function refusal<Problem extends Text, Remedy extends Text>(
  code: InstallDiagnostic['code'],
  file: string,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): InstallDiagnostic {
  const texts = { message: toMessage(problem, values), remedy: toMessage(remedy, values) }
  return { severity: 'error', code, file: toShown(file), path: '', ...texts }
}

export function refuse<Problem extends Text, Remedy extends Text>(
  code: InstallDiagnostic['code'],
  file: string,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): never {
  throw new Refusal(refusal(code, file, toMessage(problem, values), toMessage(remedy, values)))
}

export const refuseAs =
  (code: InstallDiagnostic['code']) =>
  <Problem extends Text, Remedy extends Text>(
    file: string,
    problem: Problem,
    remedy: Remedy,
    ...[values]: ValuesFor<Problem | Remedy>
  ): never =>
    refuse(code, file, toMessage(problem, values), toMessage(remedy, values))

const LONGEST_SHOWN = 400

/** Makes a stranger's text safe for a line of ours. */
export function toShown(text: string): string {
  const { text: visible } = toVisible(text)
  return visible.length > LONGEST_SHOWN ? `${visible.slice(0, LONGEST_SHOWN)}…` : visible
}
