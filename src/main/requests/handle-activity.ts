import { readActivityPage, walkActivity } from '#main/calls/activity'
import { writeFile } from '#main/data-folder/write-file'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { textOf } from '#shared/messages/message'
import type { ActivityFilter } from '#shared/requests/record-requests'
import { type ActivityRow, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { count, on, writeChosen } from './request.ts'

const STATES = [
  ...['proposed', 'waiting', 'running', 'done', 'failed'],
  ...['denied', 'refused', 'canceled', 'timed-out', 'interrupted'],
] as readonly string[] as readonly ActivityRow['state'][]

const filters = {
  search: { type: 'string', maxLength: 1000 },
  skill: { type: 'string', maxLength: 200 },
  state: { type: 'string', enum: STATES },
} as const

type Format = 'csv' | 'jsonl'

/** Reads and exports the record of calls. */
export function handleActivity(core: Core, { chooseTarget }: Pick<WindowPorts, 'chooseTarget'>) {
  return {
    /** `from` counts from the oldest; the rows start with the newest. */
    'activity.page': on(
      takes({ from: count, limit: { type: 'integer', minimum: 1, maximum: 200 } }, filters),
      async (asked) => reply(await readActivityPage(core.ledger, asked)),
    ),
    /** Null if the person chose no file. */
    'activity.export': on(
      takes({ format: { type: 'string', enum: ['csv', 'jsonl'] } }, filters),
      async ({ format, ...filter }) => {
        const file = await chooseTarget(`skillet-activity.${format}`)
        if (file === null) return reply({ file, rows: 0 })
        return writeChosen(file, async () => ({ file, rows: await writeRows(core, file, format, filter) }))
      },
    ),
  }
}

async function writeRows({ ledger }: Core, file: string, format: Format, filter: ActivityFilter): Promise<number> {
  let count = 0
  async function* pieces() {
    if (format === 'csv') yield `${COLUMNS.join(',')}\n`
    for await (const rows of walkActivity(ledger, filter)) {
      if (rows.length > 0) yield rows.map((row) => lineOf(row, format)).join('')
      count += rows.length
    }
  }
  await writeFile(file, pieces())
  return count
}

const COLUMNS = [
  ...(['seq', 'at', 'chat', 'call', 'run', 'skill', 'tool', 'argv', 'state'] as const),
  ...(['exitCode', 'ms', 'decidedBy', 'rule', 'reason'] as const),
]

function lineOf(row: ActivityRow, format: Format): string {
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`
  return `${COLUMNS.map((column) => cellOf(row[column])).join(',')}\n`
}

/** A spreadsheet would execute text that starts like a formula. */
function cellOf(value: ActivityRow[(typeof COLUMNS)[number]]): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value) ? JSON.stringify(value) : textOf(value)
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
