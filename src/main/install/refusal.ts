import { type Message, textOf } from '#shared/messages/message'
import type { InstallDiagnostic } from '#shared/skill/skill'

/** Ends an installation; caught where its staging folder is removed. */
export class Refusal extends Error {
  readonly diagnostic: InstallDiagnostic

  constructor(diagnostic: InstallDiagnostic) {
    super(textOf(diagnostic.message))
    this.diagnostic = diagnostic
  }
}

export function refusal(
  code: InstallDiagnostic['code'],
  file: string,
  message: Message,
  remedy: Message,
): InstallDiagnostic {
  return { severity: 'error', code, file, path: '', message, remedy }
}

export function refuse(code: InstallDiagnostic['code'], file: string, message: Message, remedy: Message): never {
  throw new Refusal(refusal(code, file, message, remedy))
}
