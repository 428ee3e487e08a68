import { createInterface } from 'node:readline/promises'
import type { Invocation } from './invocation.ts'

/** Only a plain yes is a yes. Null when the wait was ended. */
export async function askPerson(
  question: string,
  { stdin, stderr }: Pick<Invocation, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Promise<boolean | null> {
  // Not as a terminal: raw mode would keep Ctrl-C from reaching us as a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  const ended = new AbortController()
  lines.on('close', () => ended.abort())
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: AbortSignal.any([signal, ended.signal]) })
    return /^(y|yes)$/i.test(answer.trim())
  } catch (error) {
    if (signal.aborted || ended.signal.aborted) return null
    throw error
  } finally {
    lines.close()
  }
}
