import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'

const PASTE_MS = 50
const SEVERAL_LINES = 'the value has several lines: give it from a file, with < FILE'

/** The next line that is typed, which is shown nowhere. Empty after Ctrl-D. */
export function askHidden(prompt: string, { stdin, stderr }: Pick<Invocation, 'stdin' | 'stderr'>): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // As a terminal, which echoes nothing by itself then; Ctrl-C comes as a key.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  stderr.write(prompt)
  lines.once('line', (line) => {
    // A pasted text comes at once.
    lines.once('line', () => reject(new CommandError({ code: 'USAGE', message: SEVERAL_LINES })))
    setTimeout(() => resolve(line), PASTE_MS)
  })
  lines.once('SIGINT', () => reject(new CommandError({ code: 'STOPPED', message: 'stopped, nothing was changed' })))
  lines.once('close', () => resolve(''))
  return promise.finally(() => {
    lines.close()
    stderr.write('\n')
  })
}
