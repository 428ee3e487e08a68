import type { ReactNode } from 'react'
import { fieldWords, stateOf } from '#renderer/parts/call/call-words.ts'
import { Chooser } from '#renderer/parts/ui/chooser.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { formatDay, formatMs, formatShortDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { StatusIcon } from '#renderer/parts/ui/icon.tsx'
import { Table } from '#renderer/parts/ui/layout.tsx'
import { LineDiff } from '#renderer/parts/ui/line-diff.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { type App, useApp } from '#renderer/store/app.ts'
import { quoteArgv } from '#shared/call/quote'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { CallComparison } from '#shared/requests/record-requests'
import type { ActivityRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'

const close = () => useApp.getState().closeComparison()
const open = (row: ActivityRow) => {
  close()
  void useApp.getState().openCall(row)
}

export function Comparison() {
  const comparison = useApp((app) => app.comparison)
  if (!comparison) return null
  if (comparison.state === 'choosing') return <Other comparison={comparison} />
  return (
    <Overlay label={say('Compare two runs')} heading={<h2>{say('Compare two runs')}</h2>} onClose={close}>
      {comparison.state === 'reading' && <p className="comparison panel quiet stack gap-4">{say('Loading both…')}</p>}
      {comparison.state === 'lost' && <p className="comparison panel stack gap-4">{sayMessage(comparison.message)}</p>}
      {comparison.state === 'here' && <ComparisonView compared={comparison.compared} />}
    </Overlay>
  )
}

type Choosing = Extract<App['comparison'], { state: 'choosing' }>

function Other({ comparison: { call, tool, rows } }: { comparison: Choosing }) {
  const choices = (rows ?? []).map((row) => ({
    key: row.call,
    name: row.argv.length > 0 ? quoteArgv(row.argv, 'bash').text : row.tool,
    isCode: true,
    hint: `${formatShortDay(row.at)} ${formatTime(row.at)} · ${stateOf(row)}`,
  }))
  return (
    <Chooser
      label={say('Compare {tool} with another run', { tool })}
      placeholder={say('Search other runs of {tool}', { tool })}
      nothing={rows === null ? say('Loading…') : say('No other runs of this tool.')}
      choices={choices}
      onClose={close}
      onChoose={({ key }) => void useApp.getState().compareCalls(key, call)}
    />
  )
}

export function ComparisonView({ compared }: { compared: CallComparison }) {
  const { left, right, argv, differs, stdout, stderr, isShortened } = compared
  return (
    <div className="comparison panel stack gap-4">
      <Table
        className="comparison-table wide"
        heads={[
          <span className="sr-only" key="property">
            {say('Property')}
          </span>,
          ...[left, right].map(({ at }) => `${formatDay(at)} ${formatTime(at)}`),
        ]}
      >
        <Line
          name="Status"
          left={<State row={left} />}
          right={<State row={right} />}
          isSame={stateOf(left) === stateOf(right)}
        />
        <Line name="Duration" left={tookOf(left)} right={tookOf(right)} isSame />
        {argv.map((pair, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: an element is its place
            key={at}
            {...(at === 0 && { name: 'Command' })}
            left={<Element text={pair.left} />}
            right={<Element text={pair.right} />}
            isSame={pair.left === pair.right}
          />
        ))}
        <tr>
          <td />
          {[left, right].map((row) => (
            <td key={row.call}>
              {row.chat !== null && <Button text="Show in chat" look="quiet" onClick={() => open(row)} />}
            </td>
          ))}
        </tr>
      </Table>
      {differs.length > 0 && (
        <p>
          {say('Other differences:')} {differs.map(fieldWords).join(', ')}
        </p>
      )}
      <Lines title={say('Output')} lines={stdout} same={say('The outputs are identical.')} />
      <Lines title={say('Errors')} lines={stderr} same="" />
      {isShortened && <p className="quiet">{say('The outputs are long, so only the beginnings were compared.')}</p>}
    </div>
  )
}

function State({ row }: { row: ActivityRow }) {
  return (
    <span className="activity-state small">
      <StatusIcon status={row.state} />
      {stateOf(row)}
    </span>
  )
}

const tookOf = ({ ms }: ActivityRow) => (ms === undefined ? '–' : formatMs(ms))

function Element({ text }: { text: string | undefined }) {
  if (text === undefined) return <span className="quiet">–</span>
  return <code>{text === '' ? say('(empty)') : toVisible(text).text}</code>
}

function Line({ name, left, right, isSame }: { name?: Text; left: ReactNode; right: ReactNode; isSame: boolean }) {
  const mark = !isSame && <span className="tag">{say('differs')}</span>
  return (
    <tr data-differs={isSame ? undefined : ''}>
      {name ? (
        <th className="quiet" scope="row">
          {say(name)} {mark}
        </th>
      ) : (
        <td>{mark}</td>
      )}
      <td>{left}</td>
      <td>{right}</td>
    </tr>
  )
}

function Lines({ title, lines, same }: { title: string; lines: string[] | null; same: string }) {
  if (lines?.length === 0) return same && <p className="quiet">{same}</p>
  return (
    <section aria-label={title}>
      <p className="label">{title}</p>
      {lines === null ? (
        <p className="quiet">{say('Almost every line differs.')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long differences scroll, also by keyboard
        <pre className="stream box small" dir="ltr" tabIndex={0}>
          <LineDiff lines={lines} />
        </pre>
      )}
    </section>
  )
}
