import type { Run } from '#shared/call/plan'
import type { Printer } from './print.ts'
import { toPrintable } from './printable.ts'

type Chunk = (stream: 'stdout' | 'stderr', text: string) => void

/**
 * Prints a command's output. A terminal gets it as it comes, without control characters; a file or a pipe gets the
 * recorded output at the end.
 */
export function makeOutput(printer: Printer): { show: Chunk; end(run: Run): void } {
  let endsLine = true
  const show: Chunk = (stream, text) => {
    if (!printer.isTerminal || printer.isJson || text === '') return
    const printable = toPrintable(text)
    endsLine = printable.endsWith('\n')
    printer.raw(stream === 'stderr' ? printer.paint('dim', printable) : printable)
  }
  const end = ({ stdout, stderr }: Run) => {
    if (printer.isTerminal) {
      if (!endsLine) printer.raw('\n')
      return
    }
    printer.raw(stdout)
    if (stderr !== '' && !printer.isJson) printer.rawNote(stderr)
  }
  return { show, end }
}
