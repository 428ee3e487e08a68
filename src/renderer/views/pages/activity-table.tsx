import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { isOver, stateOf } from '#renderer/parts/call/call-words.ts'
import { IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatDay, formatMs, formatShortDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { StatusIcon } from '#renderer/parts/ui/icon.tsx'
import { useRowWindow } from '#renderer/parts/ui/use-row-window.ts'
import { rowAt } from '#renderer/store/activity.ts'
import { useApp } from '#renderer/store/app.ts'
import { quoteArgv } from '#shared/call/quote'
import { say, sayMessage } from '#shared/messages/say'
import { isOfProgram } from '#shared/programs'
import type { ActivityRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'

const ROW_REM = 2.25
const HEADING_REM = 2

/** Every call, newest first; only those near the view are drawn. Arrows move, Enter opens, Space selects. */
export function ActivityTable({ total }: { total: number }) {
  const { pages, chosen } = useApp((app) => app.activity)
  /** By position, counted from the oldest; undefined until it is loaded. */
  const find = (place: number) => rowAt({ pages }, place)
  const box = useRef<HTMLTableElement>(null)
  const id = useId()
  const { window: view, height, show } = useRowWindow(box, total, ROW_REM, HEADING_REM)
  // Counted from the oldest, so that new calls do not shift it.
  const [active, setActive] = useState<number | null>(null)
  const placeOf = (index: number) => total - 1 - index
  const [oldest, newest] = [placeOf(Math.max(view.start, view.end - 1)), placeOf(view.start)]
  useEffect(() => {
    if (total > 0) void useApp.getState().showActivity(Math.max(0, oldest), newest)
  }, [oldest, newest, total])

  const goTo = (index: number) => {
    const within = Math.min(total - 1, Math.max(0, index))
    setActive(placeOf(within))
    show(within)
  }
  const current = active === null ? null : placeOf(active)
  const move = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.altKey || event.ctrlKey || event.metaKey || total === 0) return
    const at = current ?? -1
    const page = Math.max(1, view.last - view.first)
    const steps: Record<string, number> = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: total - 1 },
    }
    const row = active === null ? undefined : find(active)
    if (steps[event.key] !== undefined) goTo(steps[event.key] ?? 0)
    else if (event.key === 'Enter' && row) void useApp.getState().openCall(row)
    else if (event.key === ' ' && row) useApp.getState().chooseActivity(row)
    else return
    event.preventDefault()
  }
  const isDrawn = current !== null && current >= view.start && current < view.end
  const topDay = find(placeOf(view.first))?.at
  return (
    <table
      ref={box}
      className="activity"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are walked through and chosen
      role="grid"
      aria-label={say('Commands, newest first')}
      aria-rowcount={total + 1}
      aria-activedescendant={isDrawn && active !== null ? `${id}-${active}` : undefined}
      aria-multiselectable="true"
      tabIndex={0}
      onKeyDown={move}
    >
      <Heading day={topDay === undefined ? '' : formatDay(topDay)} />
      <tbody style={{ height }}>
        {Array.from({ length: view.end - view.start }, (_, step) => {
          const index = view.start + step
          const place = placeOf(index)
          const row = find(place)
          return (
            <Row
              key={place}
              id={`${id}-${place}`}
              row={row}
              index={index}
              offset={view.offset}
              isActive={place === active}
              isChosen={chosen.some(({ call }) => call === row?.call)}
              isNewDay={isNewDay(row, find(place + 1))}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** `day`: that of the first visible row. */
function Heading({ day }: { day: string }) {
  return (
    <thead>
      <tr className="activity-row stack ruled" aria-rowindex={1}>
        <th scope="col">
          <span className="sr-only">{say('Selected')}</span>
        </th>
        <th scope="col">
          {say('When')} <b>{day}</b>
        </th>
        <th scope="col">{say('Skill')}</th>
        <th scope="col">{say('Command')}</th>
        <th scope="col">{say('Status')}</th>
        <th scope="col">{say('Decided by')}</th>
        <th scope="col">
          <span className="sr-only">{say('Actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function isNewDay(row: ActivityRow | undefined, newer: ActivityRow | undefined): boolean {
  return row !== undefined && newer !== undefined && formatDay(row.at) !== formatDay(newer.at)
}

interface RowProps {
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
const Row = memo(function Row(props: RowProps) {
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

function Cells({ row, isActive, isChosen, isNewDay }: RowProps & { row: ActivityRow }) {
  const { chooseActivity, openCall, ask } = useApp.getState()
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
          onChange={() => chooseActivity(row)}
        />
      </td>
      <td className="figure">
        {isNewDay && <b>{formatShortDay(row.at)}</b>} {formatTime(row.at)}
      </td>
      <td>{row.skill || '–'}</td>
      <td>
        <button
          type="button"
          tabIndex={tabIndex}
          className="command-button block wide truncate"
          title={command}
          onClick={() => void openCall(row)}
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
        {row.canUndo && isOver(row.state) && (
          <IconButton
            icon="undo"
            tabIndex={tabIndex}
            label={say('Undo {tool}', { tool: row.tool })}
            onClick={() => void ask('call.undo', { call: row.call })}
          />
        )}
        {isOver(row.state) && (
          <IconButton
            icon="repeat"
            tabIndex={tabIndex}
            label={say('Run {tool} again', { tool: row.tool })}
            onClick={() => void runAgain(row)}
          />
        )}
      </td>
    </>
  )
}

/** Asks as the first time, in the call's chat or else here. */
async function runAgain({ call, chat }: ActivityRow): Promise<void> {
  const { rerun, openChat } = useApp.getState()
  if ((await rerun(call)) && chat !== null && !isOfProgram(chat)) await openChat(chat)
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
