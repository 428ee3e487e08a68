import type { InstallDiagnostic } from '#shared/skill/skill'

/** Ends an installation wherever it stands; caught where the staging is removed. */
export class Refusal extends Error {
  readonly diagnostic: InstallDiagnostic

  constructor(diagnostic: InstallDiagnostic) {
    super(diagnostic.message)
    this.diagnostic = diagnostic
  }
}

export function refusal(
  code: InstallDiagnostic['code'],
  file: string,
  message: string,
  remedy: string,
): InstallDiagnostic {
  return { severity: 'error', code, file, path: '', message, remedy }
}

export function refuse(code: InstallDiagnostic['code'], file: string, message: string, remedy: string): never {
  throw new Refusal(refusal(code, file, message, remedy))
}
