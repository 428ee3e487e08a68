import { toVisibleLines } from '#shared/visible'

/** Lines in the format of `diff -u`. */
export function LineDiff({ lines }: { lines: readonly string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <span key={at} data-line={kindOf(line)}>{`${toVisibleLines(line)}\n`}</span>
  ))
}

function kindOf(line: string): 'added' | 'removed' | 'place' | undefined {
  if (line.startsWith('+')) return 'added'
  if (line.startsWith('-')) return 'removed'
  return line.startsWith('@@') ? 'place' : undefined
}
