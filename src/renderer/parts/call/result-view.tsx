import { Button } from '#renderer/parts/ui/controls.tsx'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { say } from '#shared/messages/say'
import { toVisible, toVisibleLines } from '#shared/visible'

const MOST_ROWS = 100
const MOST_COLUMNS = 8
const DEEPEST = 6

/** A tool's result: a table for a list of similar objects, a tree for other compound values, otherwise text. */
export function ResultView({ result, label, onOpenFolder }: ResultViewProps) {
  const file = isObject(result) && typeof result.file_path === 'string' ? toVisible(result.file_path).text : null
  return (
    <section className="result box pad stack gap-2 small" aria-label={say('Result of {tool}', { tool: label })}>
      <Part value={result} depth={0} />
      {file !== null && onOpenFolder && (
        <Button
          text="Show in folder"
          look="quiet"
          aria-label={say('Show {file} in its folder', { file })}
          onClick={onOpenFolder}
        />
      )}
    </section>
  )
}

interface ResultViewProps {
  result: Json
  label: string
  /** Shows the file that the result names. */
  onOpenFolder?: () => void
}

function Part({ value, depth }: { value: Json; depth: number }) {
  if (typeof value === 'string') return <p className="result-text">{toVisibleLines(value)}</p>
  const columns = columnsOf(value)
  if (columns && Array.isArray(value)) return <Table rows={value as JsonObject[]} columns={columns} />
  const members: [string, Json][] = Array.isArray(value)
    ? value.map((each, index) => [String(index + 1), each])
    : isObject(value)
      ? Object.entries(value)
      : []
  if (members.length === 0) return <code>{JSON.stringify(value)}</code>
  if (depth >= DEEPEST) return <code>{JSON.stringify(value).slice(0, 1000)}</code>
  return (
    <dl className="stack gap-1">
      {members.slice(0, MOST_ROWS).map(([name, each]) => (
        <div className={isPlain(each) ? 'row gap-2' : 'stack gap-1'} key={name}>
          <dt className="quiet">{toVisible(name).text}</dt>
          <dd>
            <Part value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
      <Rest count={members.length - MOST_ROWS} />
    </dl>
  )
}

function Table({ rows, columns }: { rows: readonly JsonObject[]; columns: readonly string[] }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {toVisible(name).text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={at}>
              {columns.map((name) => (
                <td key={name}>{toVisible(textOfCell(row[name])).text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Rest count={rows.length - MOST_ROWS} />
    </>
  )
}

function Rest({ count }: { count: number }) {
  return count > 0 ? <p className="quiet">{say('{count} more are in the record.', { count: String(count) })}</p> : null
}

const isPlain = (value: Json) => typeof value !== 'object' || value === null
const textOfCell = (value: Json | undefined) => (value === undefined ? '' : String(value))

/** The column names if the value is a list of flat objects, or null. */
export function columnsOf(value: Json): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const flat = value.every((each) => isObject(each) && Object.values(each).every(isPlain))
  if (!flat) return null
  const names = [...new Set(value.flatMap((each) => (isObject(each) ? Object.keys(each) : [])))]
  return names.length > 0 && names.length <= MOST_COLUMNS ? names : null
}
