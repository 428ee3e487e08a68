import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { useRowWindow } from '#renderer/parts/ui/use-row-window.ts'
import { say } from '#shared/messages/say'
import type { ActivityRow } from '#shared/requests/requests'
import { Row, type RowActions } from './activity-row.tsx'

const ROW_REM = 2.25
const HEADING_REM = 2

interface ActivityTableProps extends RowActions {
  total: number
  /** By position, counted from the oldest; undefined until it is loaded. */
  rowAt: (place: number) => ActivityRow | undefined
  chosen: readonly ActivityRow[]
  /** These positions are near the view. */
  onView: (first: number, last: number) => void
}

/** Every call, newest first; only those near the view are drawn. Arrows move, Enter opens, Space selects. */
export function ActivityTable({ total, rowAt, chosen, onView, ...actions }: ActivityTableProps) {
  const box = useRef<HTMLTableElement>(null)
  const id = useId()
  const { window: view, height, show } = useRowWindow(box, total, ROW_REM, HEADING_REM)
  // Counted from the oldest, so that new calls do not shift it.
  const [active, setActive] = useState<number | null>(null)
  const placeOf = (index: number) => total - 1 - index
  const [oldest, newest] = [placeOf(Math.max(view.start, view.end - 1)), placeOf(view.start)]
  useEffect(() => {
    if (total > 0) onView(Math.max(0, oldest), newest)
  }, [onView, oldest, newest, total])

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
    const row = active === null ? undefined : rowAt(active)
    if (steps[event.key] !== undefined) goTo(steps[event.key] ?? 0)
    else if (event.key === 'Enter' && row && row.chat !== null) actions.onOpen(row)
    else if (event.key === ' ' && row) actions.onChoose(row)
    else return
    event.preventDefault()
  }
  const isDrawn = current !== null && current >= view.start && current < view.end
  const topDay = rowAt(placeOf(view.first))?.at
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
          const row = rowAt(place)
          return (
            <Row
              key={place}
              id={`${id}-${place}`}
              row={row}
              index={index}
              offset={view.offset}
              isActive={place === active}
              isChosen={chosen.some(({ call }) => call === row?.call)}
              isNewDay={isNewDay(row, rowAt(place + 1))}
              {...actions}
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
