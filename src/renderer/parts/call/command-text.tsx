import { Fragment, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import type { Plan } from '#shared/call/plan'
import { say } from '#shared/messages/say'
import { foldSegments, type Segment, segmentsOf } from './command-segments.ts'

/** Whether the folded middle of what is long is shown. */
export interface Folding {
  isUnfolded: boolean
  onUnfold: () => void
}

export function useFolding(): Folding {
  const [isUnfolded, setUnfolded] = useState(false)
  return { isUnfolded, onUnfold: () => setUnfolded(true) }
}

interface CommandTextProps extends Folding {
  plan: Pick<Plan, 'action'>
  size?: 'large' | 'small' | 'line'
}

const SOURCES = { skill: 'from the skill', model: 'from the model', resolver: 'from a resolver' } as const

/** The whole command, wrapped. The middle of a very long one is folded. */
export function CommandText({ plan, size = 'large', isUnfolded, onUnfold }: CommandTextProps) {
  const { head, tail, foldedBytes } = foldSegments(segmentsOf(plan), isUnfolded)
  return (
    <pre className="command pad" data-size={size} dir="ltr">
      <code>
        <Segments segments={head} />
        {foldedBytes > 0 && <Fold bytes={foldedBytes} onUnfold={onUnfold} />}
        <Segments segments={tail} />
      </code>
    </pre>
  )
}

function Segments({ segments }: { segments: readonly Segment[] }) {
  return segments.map((segment, index) => (
    <Fragment key={segment.element}>
      {index > 0 && ' '}
      <span className="argument" data-origin={segment.origin} title={say(SOURCES[segment.origin])}>
        {segment.text}
      </span>
    </Fragment>
  ))
}

export function Fold({ bytes, onUnfold }: { bytes: number; onUnfold: () => void }) {
  return (
    <span className="fold row gap-3 wrap care">
      <span>{say('… {bytes} hidden …', { bytes: formatBytes(bytes) })}</span>
      <Button onClick={onUnfold}>{say('Show everything')}</Button>
    </span>
  )
}
