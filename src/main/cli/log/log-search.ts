import type { ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { log } from './log.ts'

/** The facts that hold words beginning with those given, oldest first. */
export function logSearch(invocation: Invocation): Promise<ExitCode> {
  const search = invocation.words.join(' ')
  return log({ ...invocation, words: [], options: { ...invocation.options, search } })
}
