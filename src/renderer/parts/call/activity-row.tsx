import { memo } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { formatMs, formatShortDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { StatusIcon } from '#renderer/parts/ui/status-icon.tsx'
import { quoteArgv } from '#shared/call/quote'
import { say, sayMessage } from '#shared/messages/say'
import type { ActivityRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'
import { verbOf } from './call-words.ts'

export interface RowActions {
  /** Opens its chat at this call, or the inspector where it has none. */
  onOpen: (row: ActivityRow) => void
  /** Undoes its changes to files. */
  onUndo: (row: ActivityRow) => void
  onRerun: (row: ActivityRow) => void
  onChoose: (row: ActivityRow) => void
}

interface RowProps extends RowActions {
  id: string
  row: ActivityRow | undefined
  /** Among all rows, from 0. */
  index: number
  /** How far below its normal position it is drawn. */
  offset: number
  isActive: boolean
  isChosen: boolean
  /** The row above belongs to another day. */
  isNewDay: boolean
}

/** One call, or a placeholder until it is loaded. Tab reaches the buttons of the row where the arrows stopped. */
export const Row = memo(function Row(props: RowProps) {
  const { id, row, index, offset, isActive, isChosen } = props
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-busy={row === undefined ? true : undefined}
      className="activity-row stack ruled"
      data-status={row?.state}
      data-active={isActive ? '' : undefined}
      style={{ transform: `translateY(${offset}px)` }}
    >
      {row ? <Cells {...props} row={row} /> : <EmptyCells />}
    </tr>
  )
})

function EmptyCells() {
  return ['choice', 'when', 'skill', 'command', 'state', 'decided', 'actions'].map((name) => (
    <td key={name}>{name === 'command' ? '…' : ''}</td>
  ))
}

function Cells({
  row,
  isActive,
  isChosen,
  isNewDay,
  onOpen,
  onRerun,
  onUndo,
  onChoose,
}: RowProps & { row: ActivityRow }) {
  const command = row.argv.length > 0 ? quoteArgv(row.argv, 'bash').text : toVisible(row.tool).text
  const tabIndex = isActive ? 0 : -1
  return (
    <>
      <td>
        <input
          className="block"
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={say('Select {tool}, {time}', { tool: row.tool, time: formatTime(row.at) })}
          checked={isChosen}
          onChange={() => onChoose(row)}
        />
      </td>
      <td className="figure">
        {isNewDay && <b>{formatShortDay(row.at)}</b>} {formatTime(row.at)}
      </td>
      <td>{row.skill || '–'}</td>
      <td className="activity-command">
        <button
          type="button"
          tabIndex={tabIndex}
          className="command-button block wide truncate"
          title={command}
          onClick={() => onOpen(row)}
        >
          <code dir="ltr">{command}</code>
        </button>
      </td>
      <td className="activity-state small">
        <StatusIcon status={row.state} />
        {stateOf(row)}
      </td>
      <td className="figure" title={row.reason && sayMessage(row.reason)}>
        {decidedBy(row)}
      </td>
      <td>
        {row.canUndo && mayRunAgain(row) && (
          <IconButton
            icon="undo"
            tabIndex={tabIndex}
            label={say('Undo {tool}', { tool: row.tool })}
            onClick={() => onUndo(row)}
          />
        )}
        {mayRunAgain(row) && (
          <IconButton
            icon="repeat"
            tabIndex={tabIndex}
            label={say('Run {tool} again', { tool: row.tool })}
            onClick={() => onRerun(row)}
          />
        )}
      </td>
    </>
  )
}

export function stateOf({ state, exitCode }: ActivityRow): string {
  const hasEnded = state === 'done' || state === 'failed'
  return hasEnded && typeof exitCode === 'number' ? say('exit {code}', { code: exitCode }) : verbOf(state)
}

function mayRunAgain({ state }: ActivityRow): boolean {
  return state !== 'proposed' && state !== 'waiting' && state !== 'running'
}

function decidedBy({ decidedBy, ms, state, rule }: ActivityRow): string {
  const who = {
    person: say('you'),
    rule: rule ? say('rule {rule}', { rule: rule.slice(0, 8) }) : say('a rule'),
    flag: say('a command-line option'),
    gate: 'Skillet',
  }
  const parts: string[] = []
  if (decidedBy) parts.push(who[decidedBy])
  else if (state === 'waiting') parts.push(say('no decision yet'))
  if (ms !== undefined) parts.push(formatMs(ms))
  return parts.join(' · ') || '–'
}
