import type { ActivityRow } from '#shared/calls'
import { quoteArgv } from '#shared/quote'
import { IconButton } from './button.tsx'
import { verbOf } from './call-words.ts'
import { formatDay, formatMs, formatTime } from './figures.ts'
import { StatusIcon } from './status-icon.tsx'

interface ActivityTableProps {
  rows: readonly ActivityRow[]
  onOpen: (chat: string, call: string) => void
  onRerun: (row: ActivityRow) => void
}

/** Every command, newest first. A row opens the chat it belongs to. */
export function ActivityTable({ rows, onOpen, onRerun }: ActivityTableProps) {
  return (
    <table className="activity">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Skill</th>
          <th scope="col">Command</th>
          <th scope="col">State</th>
          <th scope="col">Decided by</th>
          <th scope="col">
            <span className="sr-only">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.seq} row={row} isNewDay={isNewDay(row, rows[index - 1])} onOpen={onOpen} onRerun={onRerun} />
        ))}
      </tbody>
    </table>
  )
}

function isNewDay(row: ActivityRow, before: ActivityRow | undefined): boolean {
  return before === undefined || formatDay(row.at) !== formatDay(before.at)
}

interface RowProps extends Omit<ActivityTableProps, 'rows'> {
  row: ActivityRow
  isNewDay: boolean
}

function Row({ row, isNewDay, onOpen, onRerun }: RowProps) {
  const command = row.argv.length > 0 ? quoteArgv(row.argv, 'bash').text : row.tool
  const { chat } = row
  return (
    <>
      {isNewDay && (
        <tr className="activity-day">
          <th scope="colgroup" colSpan={6}>
            {formatDay(row.at)}
          </th>
        </tr>
      )}
      <tr data-status={row.state}>
        <td className="figure">{formatTime(row.at)}</td>
        <td>{row.skill || '–'}</td>
        <td className="activity-command">
          {chat === null ? (
            <code dir="ltr">{command}</code>
          ) : (
            <button type="button" className="command-button" title={command} onClick={() => onOpen(chat, row.call)}>
              <code dir="ltr">{command}</code>
            </button>
          )}
        </td>
        <td className="activity-state">
          <StatusIcon status={row.state} />
          {stateOf(row)}
        </td>
        <td className="figure" title={row.reason}>
          {decidedBy(row)}
        </td>
        <td>
          {mayRunAgain(row) && (
            <IconButton icon="repeat" label={`Run ${row.tool} again`} onClick={() => onRerun(row)} />
          )}
        </td>
      </tr>
    </>
  )
}

function stateOf({ state, exitCode }: ActivityRow): string {
  if (state === 'done' || state === 'failed') return typeof exitCode === 'number' ? `exit ${exitCode}` : verbOf(state)
  return verbOf(state)
}

/** What is under way is not started a second time. */
function mayRunAgain({ state }: ActivityRow): boolean {
  return state !== 'proposed' && state !== 'waiting' && state !== 'running'
}

function decidedBy({ decidedBy, ms, state, rule }: ActivityRow): string {
  const who = {
    person: 'you',
    rule: rule ? `rule ${rule.slice(0, 8)}` : 'a rule',
    flag: 'a flag at the start',
    gate: 'Skillet',
  }
  const parts: string[] = []
  if (decidedBy) parts.push(who[decidedBy])
  else if (state === 'waiting') parts.push('not answered yet')
  if (ms !== undefined) parts.push(formatMs(ms))
  return parts.join(' · ') || '–'
}
