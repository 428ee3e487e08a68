import type { FileChange } from '#shared/review'
import { countOf } from './figures.ts'

const WORDS: Record<FileChange['kind'], string> = { added: 'new', removed: 'gone', changed: 'changed' }

/** Against what was trusted before. */
export function ReviewChanges({ changes }: { changes: readonly FileChange[] | undefined }) {
  if (!changes || changes.length === 0) return null
  return (
    <section aria-label="What changed">
      <h3>{`What changed since you trusted it: ${countOf(changes.length, 'file')}`}</h3>
      {changes.map(({ file, kind, diff, isModeChanged }) => (
        <figure className="review-source" key={file}>
          <figcaption>
            <code>{file}</code> {WORDS[kind]}
            {isModeChanged && ', also in whether it may be executed'}
          </figcaption>
          {diff === null ? (
            kind === 'changed' && <p className="quiet">It is no text, or too much of it, to be compared.</p>
          ) : (
            <pre dir="ltr">
              {diff.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                <span key={at} data-line={lineKind(line)}>{`${line}\n`}</span>
              ))}
            </pre>
          )}
        </figure>
      ))}
    </section>
  )
}

function lineKind(line: string): 'added' | 'removed' | 'place' | undefined {
  if (line.startsWith('+')) return 'added'
  if (line.startsWith('-')) return 'removed'
  return line.startsWith('@@') ? 'place' : undefined
}
