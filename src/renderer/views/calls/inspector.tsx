import { ArgumentsPanel, CommandPanel, RawPanel, TimingPanel } from '#renderer/parts/call/call-panels.tsx'
import { detailsOf, verbOf } from '#renderer/parts/call/call-words.ts'
import { OutputView, ResultView } from '#renderer/parts/call/output-view.tsx'
import { Button, IconButton, Tabs } from '#renderer/parts/ui/controls.tsx'
import { StatusIcon } from '#renderer/parts/ui/icon.tsx'
import { Section } from '#renderer/parts/ui/layout.tsx'
import { SidePane } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { CallMedia } from '#renderer/views/chat/media.tsx'
import { TurnRecord } from '#renderer/views/chat/turn-record.tsx'
import type { ChatState } from '#shared/chat/chat'
import { say, type Text } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { INSPECTOR_TABS, type InspectorTab } from '#shared/requests/window-requests'
import { CallActions, useTool } from './call-actions.tsx'
import { useOutput, useWholeOutput } from './use-output.ts'

const TABS = INSPECTOR_TABS satisfies readonly Text[]

export function Inspector({ isOverlay }: { isOverlay: boolean }) {
  const alone = useApp((app) => (app.view === 'activity' ? app.inspectedAlone : null))
  const inChat = useApp((app) => (app.inspected === null ? lastCall(app.chat) : app.chat?.calls.get(app.inspected)))
  const call = alone ?? inChat
  const side = useApp((app) => (alone ? 'call' : app.inspectorSide))
  const { setInspector } = useApp.getState()
  return (
    <SidePane className="inspector still down" aria-label={say('Inspector')} isOverlay={isOverlay}>
      <header className="row gap-2">
        {side === 'call' && call ? (
          <>
            <StatusIcon status={call.status} />
            <div className="grow">
              <h2 className="truncate">
                <code>{call.tool}</code>
              </h2>
              <p className="figure truncate">{[verbOf(call.status), ...detailsOf(call)].join(' · ')}</p>
            </div>
          </>
        ) : (
          <h2 className="truncate">{side === 'turn' ? say('Answer') : say('Inspector')}</h2>
        )}
        {!alone && <SideSwitch side={side} />}
        <IconButton icon="close" label={say('Close the inspector')} onClick={() => setInspector(false)} />
      </header>
      {side === 'turn' ? (
        <TurnRecord />
      ) : call ? (
        <CallTabs key={call.call} call={call} />
      ) : (
        <p className="quiet pad-4">{say('Select a command to see its details.')}</p>
      )}
    </SidePane>
  )
}

const SIDES = { call: 'Call', turn: 'Answer' } as const satisfies Record<string, Text>

function SideSwitch({ side }: { side: keyof typeof SIDES }) {
  const { showInspectorSide } = useApp.getState()
  return (
    <fieldset className="side-switch still box row" aria-label={say('Inspector view')}>
      {(['call', 'turn'] as const).map((each) => (
        <button
          className="label"
          key={each}
          type="button"
          aria-pressed={each === side}
          onClick={() => showInspectorSide(each)}
        >
          {say(SIDES[each])}
        </button>
      ))}
    </fieldset>
  )
}

function CallTabs({ call }: { call: ChatCall }) {
  const tab = useApp(({ inspectorTab }) => (inspectorTab?.call === call.call ? inspectorTab.name : 'Command'))
  const cost = useTool(call.tool)?.about?.cost
  const setTab = (name: InspectorTab) => useApp.getState().showInspectorTab(call.call, name)
  return (
    <Tabs label={say('Details of {tool}', { tool: call.tool })} tabs={TABS} selected={tab} onSelect={setTab}>
      {tab === 'Command' && <CommandPanel call={call} />}
      {tab === 'Arguments' && <ArgumentsPanel call={call} />}
      {tab === 'Output' && <OutputPanel call={call} />}
      {tab === 'Timing' && <TimingPanel call={call} cost={cost} />}
      {tab === 'Raw' && <RawPanel call={call} />}
      <InnerCalls call={call} />
      <CallActions call={call} />
    </Tabs>
  )
}

/** The calls it made, each with its own page. */
function InnerCalls({ call }: { call: ChatCall }) {
  const calls = useApp(({ chat }) => chat?.calls)
  const inner = call.inside?.flatMap((each) => (each.kind === 'call' ? (calls?.get(each.call) ?? []) : [])) ?? []
  if (inner.length === 0) return null
  return (
    <Section name={say('Calls inside')}>
      {inner.map((each) => (
        <Button key={each.call} look="quiet" onClick={() => useApp.getState().inspect(each.call)}>
          <StatusIcon status={each.status} /> {verbOf(each.status)} <code>{each.tool}</code>
        </Button>
      ))}
    </Section>
  )
}

function OutputPanel({ call }: { call: ChatCall }) {
  const output = useOutput(call)
  useWholeOutput(call, output, true)
  if (!call.run) return <p className="quiet">{say('Nothing ran, so there is no output.')}</p>
  return (
    <>
      {call.run.finished?.result !== undefined && (
        <ResultView
          result={call.run.finished.result}
          label={call.tool}
          onOpenFolder={() => void useApp.getState().ask('run.openFolder', { run: call.run?.run ?? '' })}
        />
      )}
      <CallMedia call={call} />
      <OutputView output={output} label={call.tool} />
      {call.run.finished?.truncated && (
        <p className="quiet">{say('The output was too long. Its middle was not saved.')}</p>
      )}
      {call.result !== undefined && (
        <details>
          <summary>{say('Sent to the model')}</summary>
          <pre className="stream box small">{call.result}</pre>
        </details>
      )}
    </>
  )
}

function lastCall(chat: ChatState | null): ChatCall | undefined {
  const entry = chat?.entries.findLast(({ kind }) => kind === 'call')
  return entry?.kind === 'call' ? chat?.calls.get(entry.call) : undefined
}
