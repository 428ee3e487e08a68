import { ActivityTable } from '#renderer/parts/activity-table.tsx'
import { Button } from '#renderer/parts/button.tsx'
import { isOver } from '#renderer/parts/call-words.ts'
import { EmptyState } from '#renderer/parts/empty-state.tsx'
import { countOf, formatCount } from '#renderer/parts/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import type { State, Verification } from '#renderer/store/state.ts'
import type { ActivityRow } from '#shared/calls'
import { ActivityFilters } from './activity-filters.tsx'
import { PageBar } from './page-bar.tsx'
import { TrialCall } from './trial-call.tsx'

/** The record of every command. */
export function Activity() {
  const { rows, more, search, skill, state, isReading } = useApp((app) => app.activity)
  const verification = useApp((app) => app.verification)
  const exported = useApp((app) => app.exported)
  const { verify, listMoreActivity, openChat, exportActivity } = useApp.getState()
  const isFiltered = search.trim() !== '' || skill !== '' || state !== ''
  const isEmpty = rows.length === 0 && !isReading
  return (
    <section className="page" aria-label="Activity">
      <PageBar title="Activity" note={verificationWords(verification) || exportWords(exported)}>
        <Button onClick={() => void exportActivity('csv')}>Export CSV</Button>
        <Button onClick={() => void exportActivity('jsonl')}>Export JSONL</Button>
        <Button disabled={verification.state === 'checking'} onClick={() => void verify()}>
          Verify
        </Button>
      </PageBar>
      <ActivityFilters />
      <OwnCalls />
      {isEmpty && !isFiltered && (
        <EmptyState title="Nothing has run yet">
          <p>Every command appears here before and after it runs: what was asked, what you decided, what came of it.</p>
        </EmptyState>
      )}
      {isEmpty && isFiltered && (
        <EmptyState title="Nothing found">
          <p>
            {more ? 'Nothing among the latest commands fits.' : 'No command on record fits what is asked for above.'}
          </p>
          {more && <Button onClick={() => void listMoreActivity()}>Look further back</Button>}
        </EmptyState>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className="page-scroll" tabIndex={0} aria-label="Commands on record">
          <ActivityTable
            rows={rows}
            onOpen={(chat, call) => void openChat(chat, call)}
            onRerun={(row) => void runAgain(row)}
          />
          {more && (
            <Button look="quiet" onClick={() => void listMoreActivity()}>
              Show older
            </Button>
          )}
        </section>
      )}
    </section>
  )
}

/** Asks like the first time, in the chat it belongs to; without one, here. */
async function runAgain({ call, chat }: ActivityRow): Promise<void> {
  const { rerun, openChat } = useApp.getState()
  if ((await rerun(call)) && chat !== null) await openChat(chat)
}

/** Calls of no chat, where they are asked about. */
function OwnCalls() {
  const calls = useApp((app) => app.trialCalls.calls)
  const open = [...calls.values()].filter(({ status }) => !isOver(status))
  if (open.length === 0) return null
  return (
    <div className="activity-own">
      {open.map((call) => (
        <TrialCall key={call.call} call={call} />
      ))}
    </div>
  )
}

function exportWords(exported: State['exported']): string {
  return exported ? `${countOf(exported.rows, 'command')} written to ${exported.file}` : ''
}

function verificationWords(verification: Verification): string {
  switch (verification.state) {
    case 'idle':
      return ''
    case 'checking':
      return 'Checking the record…'
    case 'checked':
      if (verification.ok) return `${countOf(verification.facts, 'fact')}, unbroken`
      return `Fact ${formatCount(verification.firstBad ?? 0)} is not what was recorded. Keep a copy of the data folder before you go on.`
  }
}
