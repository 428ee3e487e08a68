import { type Text, textOf, toMessage, type ValuesFor } from '#shared/messages/message'
import type { InstallDiagnostic } from '#shared/skill/skill'

/** Ends an installation; caught where its staging folder is removed. */
export class Refusal extends Error {
  readonly diagnostic: InstallDiagnostic

  constructor(diagnostic: InstallDiagnostic) {
    super(textOf(diagnostic.message))
    this.diagnostic = diagnostic
  }
}

/** Both texts take their values from `values`. */
export function refusal<Problem extends Text, Remedy extends Text>(
  code: InstallDiagnostic['code'],
  file: string,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): InstallDiagnostic {
  const texts = { message: toMessage(problem, values), remedy: toMessage(remedy, values) }
  return { severity: 'error', code, file, path: '', ...texts }
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
