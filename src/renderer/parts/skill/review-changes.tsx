import { countOf } from '#renderer/parts/ui/figures.ts'
import { LineDiff } from '#renderer/parts/ui/line-diff.tsx'
import { say, type Text } from '#shared/messages/say'
import type { FileChange } from '#shared/skill/review'

const WORDS: Record<FileChange['kind'], Text> = { added: 'new', removed: 'removed', changed: 'changed' }

/** Changes since it was last trusted. */
export function ReviewChanges({ changes }: { changes: readonly FileChange[] | undefined }) {
  if (!changes || changes.length === 0) return null
  return (
    <section aria-label={say('Changes')}>
      <h3 className="label ruled">
        {say('Changed since you trusted it: {files}', { files: countOf(changes.length, 'file', 'files') })}
      </h3>
      {changes.map(({ file, kind, diff, isModeChanged }) => (
        <figure className="review-source" key={file}>
          <figcaption className="soft small">
            <code>{file}</code>{' '}
            {isModeChanged
              ? say('{change}, including whether it is executable', { change: say(WORDS[kind]) })
              : say(WORDS[kind])}
          </figcaption>
          {diff === null ? (
            kind === 'changed' && <p className="quiet">{say('Not text, or too long to compare.')}</p>
          ) : (
            <pre className="box small" dir="ltr">
              <LineDiff lines={diff} />
            </pre>
          )}
        </figure>
      ))}
    </section>
  )
}
