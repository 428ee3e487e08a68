import { memo, useMemo, useState } from 'react'
import { Button } from '#renderer/parts/button.tsx'
import { countOf } from '#renderer/parts/figures.ts'
import { Message } from '#renderer/parts/message.tsx'
import { TurnEnd } from '#renderer/parts/turn-end.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatEntry } from '#shared/chat'
import { CallEntry } from './call-entry.tsx'
import { waitingCalls } from './waiting.ts'

/** So many of the latest are drawn at first; the rest on request. */
const PAGE = 150

export function Thread() {
  const entries = useApp((app) => app.chat?.entries)
  const firstWaiting = useApp((app) => waitingCalls(app.chat)[0]?.call ?? null)
  const [pages, setPages] = useState(1)
  const blocks = useMemo(() => groupCalls((entries ?? []).slice(-pages * PAGE)), [entries, pages])
  const earlier = Math.max(0, (entries?.length ?? 0) - pages * PAGE)
  return (
    <>
      {earlier > 0 && (
        <Button look="quiet" onClick={() => setPages(pages + 1)}>
          Show earlier ({countOf(earlier, 'entry', 'entries')})
        </Button>
      )}
      {blocks.map((block) =>
        Array.isArray(block) ? (
          <div className="calls" key={block[0]?.seq}>
            {block.map(({ call }) => (
              <CallEntry key={call} id={call} takesKeys={call === firstWaiting} />
            ))}
          </div>
        ) : (
          <Entry key={block.seq} entry={block} />
        ),
      )}
      <Streaming />
    </>
  )
}

type CallRef = Extract<ChatEntry, { kind: 'call' }>
type Other = Exclude<ChatEntry, CallRef>

/** Calls that follow each other stand together. */
function groupCalls(entries: readonly ChatEntry[]): (Other | CallRef[])[] {
  const blocks: (Other | CallRef[])[] = []
  for (const entry of entries) {
    const last = blocks.at(-1)
    if (entry.kind !== 'call') blocks.push(entry)
    else if (Array.isArray(last)) last.push(entry)
    else blocks.push([entry])
  }
  return blocks
}

const openLink = (url: string) => void useApp.getState().openLink(url)

const Entry = memo(function Entry({ entry }: { entry: Other }) {
  if (entry.kind === 'end') return <TurnEnd end={entry} />
  return <Message from={entry.role} text={entry.content} thinking={entry.thinking} openLink={openLink} />
})

/** The answer as it is being written, or what is being waited for. */
function Streaming() {
  const turn = useApp((app) => app.chat?.turn ?? null)
  const { text, thinking, phase, isPartial } = useApp((app) => app.live)
  const isBusy = useApp(
    ({ chat }) => waitingCalls(chat).length > 0 || hasRunningCall(chat?.entries.at(-1), chat?.calls),
  )
  if (!turn) return null
  if (text || thinking) {
    return (
      <Message
        from="assistant"
        text={isPartial && text ? `… ${text}` : text}
        thinking={thinking}
        isStreaming
        openLink={openLink}
      />
    )
  }
  if (isBusy) return null
  const words =
    phase === 'loading' ? `Loading ${turn.model}` : phase === 'thinking' ? 'Thinking' : `Waiting for ${turn.model}`
  return <p className="phase">{words}</p>
}

function hasRunningCall(
  last: ChatEntry | undefined,
  calls: ReadonlyMap<string, { status: string }> | undefined,
): boolean {
  return last?.kind === 'call' && calls?.get(last.call)?.status === 'running'
}
