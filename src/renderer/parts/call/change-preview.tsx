import { useState } from 'react'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import { ChangedLine, LineDiff } from '#renderer/parts/ui/line-diff.tsx'
import type { Plan, ReplacedFile } from '#shared/call/plan'
import { say, sayMessage } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

const MOST_FILES = 5
const LONGEST = 160

/** The changes it would make, as far as they fit on a closed card. Null if there are none to show. */
export function ChangePreview({ plan }: { plan: Plan }) {
  const { replaces = [] } = plan
  const [only] = replaces
  const address = addressOf(plan)
  const written = newContent(plan)
  if (only?.diff && replaces.length === 1) return <Difference file={only} diff={only.diff} />
  if (replaces.length > 0) return <FileList files={replaces} />
  if (written !== null) return <Difference file={null} diff={toLines(written).map((line) => `+${line}`)} />
  return address && <Address url={address} />
}

/** Whether the closed card shows everything it would write, or a copy allows looking later. */
export const isPreviewed = (plan: Plan): boolean =>
  plan.replaces?.some(({ diff, noCopy }) => diff !== undefined && !noCopy) === true || newContent(plan) !== null

const toLines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** The text of a new file. */
function newContent({ action, effects = [], replaces = [] }: Plan): string | null {
  if (action.kind !== 'process' || action.binary.name !== 'tee' || action.stdin === null || replaces.length > 0)
    return null
  return effects.some((effect) => effect.does === 'write' && !effect.given) ? action.stdin : null
}

function Difference({ file, diff }: { file: ReplacedFile | null; diff: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const changes = [...diff.keys()].filter((at) => /^[+-]/.test(diff[at] ?? ''))
  const first = pickFirst(changes, diff)
  const added = file?.lines?.added ?? changes.length
  const removed = file?.lines?.removed ?? 0
  const more = describeRest(
    added,
    removed,
    first.map((at) => diff[at] ?? ''),
  )
  return (
    <div className="preview small">
      <pre dir="ltr" data-whole={isWhole ? '' : undefined} tabIndex={isWhole ? 0 : undefined}>
        {isWhole ? (
          <LineDiff lines={diff} words={file?.words} />
        ) : (
          first.map((at) => (
            <span key={at} className="row" data-change={diff[at]?.startsWith('+') ? 'added' : 'removed'}>
              <i>{diff[at]?.startsWith('+') ? '+' : '−'}</i>
              <span className="truncate">
                <ChangedLine line={diff[at] ?? ''} words={file?.words?.[at]} from={1} to={LONGEST} />
              </span>
            </span>
          ))
        )}
      </pre>
      {more !== '' && (
        <p className="row apart gap-3 soft">
          <span>{!isWhole ? more : file?.isCut ? say('Almost every line differs') : ''}</span>
          <button type="button" className="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {say(isWhole ? 'Show fewer changes' : 'Show all changes')}
          </button>
        </p>
      )}
    </div>
  )
}

/** One removed and one added line, or two of the same kind. */
function pickFirst(changes: readonly number[], diff: readonly string[]): number[] {
  const removed = changes.find((at) => diff[at]?.startsWith('-'))
  const added = changes.find((at) => diff[at]?.startsWith('+'))
  return removed === undefined || added === undefined ? changes.slice(0, 2) : [removed, added]
}

function describeRest(added: number, removed: number, shown: readonly string[]): string {
  const moreAdded = added - shown.filter((line) => line.startsWith('+')).length
  const moreRemoved = removed - shown.filter((line) => line.startsWith('-')).length
  if (moreAdded > 0 && moreRemoved > 0) {
    return say('{added} more lines added, {removed} more removed', { added: moreAdded, removed: moreRemoved })
  }
  if (moreAdded > 0) return say('{count} more lines added', { count: moreAdded })
  return moreRemoved > 0 ? say('{count} more lines removed', { count: moreRemoved }) : ''
}

function FileList({ files }: { files: readonly ReplacedFile[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? files : files.slice(0, MOST_FILES)
  return (
    <div className="preview small">
      <ul className="stack">
        {shown.map(({ path, bytes, noCopy }) => (
          <li className="row apart gap-3" key={path}>
            <code className="truncate" dir="ltr" title={toVisible(path).text}>
              {toVisible(path).text}
            </code>
            <span className="soft still">{noCopy ? sayMessage(noCopy) : formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
      {files.length > MOST_FILES && (
        <button type="button" className="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('Show fewer') : say('{count} more', { count: files.length - MOST_FILES })}
        </button>
      )}
    </div>
  )
}

/** The first address it sends to; null if it names none. */
function addressOf({ action, effects = [] }: Plan): string | null {
  const sent = effects.find((effect) => effect.does === 'send' && effect.origin !== '')
  if (sent?.does !== 'send') return null
  if (action.kind === 'http') return action.url
  if (action.kind !== 'process' || sent.slot?.in !== 'argv') return null
  return /(?:^|=)([a-z][a-z0-9+.-]*:\/\/.*)/i.exec(action.argv[sent.slot.index] ?? '')?.[1] ?? null
}

/** Sets the host apart from look-alikes, if every program would read the same host. */
function Address({ url }: { url: string }) {
  const [, scheme = url, host = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/)([a-z0-9.:[\]-]+)((?:[/?#].*)?)$/i.exec(url) ?? []
  return (
    <p className="preview address mono from-model" dir="ltr">
      {toVisible(scheme).text}
      <strong>{host}</strong>
      {toVisible(rest).text}
    </p>
  )
}

/** `20 → 60 lines`, or the size of what is deleted. */
export function figureOf({ replaces = [] }: Plan): string | null {
  const [only] = replaces
  if (replaces.length === 1 && only?.lines && only.does !== 'delete') {
    return say('{before} → {after} lines', { before: only.lines.before, after: only.lines.after })
  }
  const bytes = replaces.reduce((sum, file) => sum + file.bytes, 0)
  return bytes > 0 ? formatBytes(bytes) : null
}
