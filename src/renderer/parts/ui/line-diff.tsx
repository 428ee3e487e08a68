import type { ChangedWords } from '#shared/changed-words'
import { toVisibleLines } from '#shared/visible'

/** Lines in the format of `diff -u`. */
export function LineDiff({ lines, words }: { lines: readonly string[]; words?: ChangedWords | undefined }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <span key={at} data-line={kindOf(line)}>
      <ChangedLine line={line} words={words?.[at]} />
      {'\n'}
    </span>
  ))
}

function kindOf(line: string): 'added' | 'removed' | 'place' | undefined {
  if (line.startsWith('+')) return 'added'
  if (line.startsWith('-')) return 'removed'
  return line.startsWith('@@') ? 'place' : undefined
}

interface ChangedLineProps {
  line: string
  words?: ChangedWords[number] | undefined
  from?: number
  to?: number
}

/** A part of a line, with the words marked that were removed from it or added to it. */
export function ChangedLine({ line, words = [], from = 0, to = line.length }: ChangedLineProps) {
  const Mark = line.startsWith('-') ? 'del' : 'ins'
  const cuts = [...words.flat(), to].map((cut) => Math.min(Math.max(cut, from), to))
  return cuts.map((cut, at) => {
    const text = toVisibleLines(line.slice(cuts[at - 1] ?? from, cut))
    // Between the cuts, what is the same takes turns with what changed.
    return at % 2 === 0 || text === '' ? text : <Mark key={cut}>{text}</Mark>
  })
}
