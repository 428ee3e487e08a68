import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#renderer/parts/button.tsx'
import { ArgumentsPanel, CommandPanel, RawPanel, TimingPanel } from '#renderer/parts/call-panels.tsx'
import { detailsOf, verbOf } from '#renderer/parts/call-words.ts'
import { OutputView, wantsOutput } from '#renderer/parts/output-view.tsx'
import { StatusIcon } from '#renderer/parts/status-icon.tsx'
import { Tabs } from '#renderer/parts/tabs.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/chat-calls'
import { useOutput } from './call-entry.tsx'
import { useOverlayFocus } from './use-overlay-focus.ts'

const TABS = ['Command', 'Arguments', 'Output', 'Timing', 'Raw'] as const
type Tab = (typeof TABS)[number]

/** One call, from every side. */
export function Inspector({ isOverlay }: { isOverlay: boolean }) {
  const call = useApp((app) => (app.inspected === null ? lastCall(app.chat) : app.chat?.calls.get(app.inspected)))
  const { setInspector } = useApp.getState()
  const box = useRef<HTMLElement>(null)
  useOverlayFocus(box, isOverlay)
  return (
    <section ref={box} className="inspector" aria-label="Inspector" data-overlay={isOverlay ? '' : undefined}>
      <header>
        {call ? (
          <>
            <StatusIcon status={call.status} />
            <h2>
              <code>{call.tool}</code>
            </h2>
            <span className="figure">{[verbOf(call.status), ...detailsOf(call)].join(' · ')}</span>
          </>
        ) : (
          <h2>Inspector</h2>
        )}
        <IconButton icon="close" label="Close the inspector" onClick={() => setInspector(false)} />
      </header>
      {call ? (
        <CallTabs key={call.call} call={call} />
      ) : (
        <p className="quiet">Commands of this chat show here, from every side.</p>
      )}
    </section>
  )
}

function CallTabs({ call }: { call: ChatCall }) {
  const [tab, setTab] = useState<Tab>('Command')
  return (
    <Tabs label={`Sides of ${call.tool}`} tabs={TABS} selected={tab} onSelect={setTab}>
      {tab === 'Command' && <CommandPanel call={call} />}
      {tab === 'Arguments' && <ArgumentsPanel call={call} />}
      {tab === 'Output' && <OutputPanel call={call} />}
      {tab === 'Timing' && <TimingPanel call={call} />}
      {tab === 'Raw' && <RawPanel call={call} />}
    </Tabs>
  )
}

function OutputPanel({ call }: { call: ChatCall }) {
  const output = useOutput(call)
  const isWanted = wantsOutput(output)
  const finishedRun = call.run?.finished ? call.run.run : null
  useEffect(() => {
    if (finishedRun !== null && isWanted) void useApp.getState().readOutput(finishedRun)
  }, [finishedRun, isWanted])
  if (!call.run) return <p className="quiet">Nothing ran, so there is no output.</p>
  return (
    <>
      <OutputView output={output} label={call.tool} />
      {call.run.finished?.truncated && (
        <p className="quiet">The output was longer than is kept; its middle is left out.</p>
      )}
      {call.result !== undefined && (
        <details>
          <summary>What the model reads</summary>
          <pre className="stream">{call.result}</pre>
        </details>
      )}
    </>
  )
}

function lastCall(chat: ReturnType<typeof useApp.getState>['chat']): ChatCall | undefined {
  const entry = chat?.entries.findLast(({ kind }) => kind === 'call')
  return entry?.kind === 'call' ? chat?.calls.get(entry.call) : undefined
}
