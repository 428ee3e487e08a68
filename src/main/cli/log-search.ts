import type { ExitCode } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { log } from './log.ts'

/** The facts that hold words beginning with those given, oldest first. */
export function logSearch(invocation: Invocation): Promise<ExitCode> {
  const search = invocation.words.join(' ')
  return log({ ...invocation, words: [], options: { ...invocation.options, search } })
}
