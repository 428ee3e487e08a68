import { useCallback } from 'react'
import type { RowActions } from '#renderer/parts/call/activity-row.tsx'
import { ActivityTable } from '#renderer/parts/call/activity-table.tsx'
import { isOver, verbOf } from '#renderer/parts/call/call-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { EmptyState } from '#renderer/parts/ui/empty-state.tsx'
import { countOf, formatCount } from '#renderer/parts/ui/figures.ts'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useTyping } from '#renderer/parts/ui/use-typing.ts'
import { rowAt } from '#renderer/store/activity.ts'
import { useApp } from '#renderer/store/app.ts'
import type { Verification } from '#renderer/store/records.ts'
import type { State } from '#renderer/store/state.ts'
import { TrialCall } from '#renderer/views/calls/tool-card.tsx'
import type { Message, Said } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { isOfProgram } from '#shared/programs'
import type { ActivityRow } from '#shared/requests/requests'
import { PageBar } from './page-bar.tsx'

export function Activity() {
  const activity = useApp((app) => app.activity)
  const { total, isPartial, search, skill, state, isReading, chosen, pages } = activity
  const verification = useApp((app) => app.verification)
  const exported = useApp((app) => app.exported)
  const { verify, exportActivity } = useApp.getState()
  const isFiltered = search.trim() !== '' || skill !== '' || state !== ''
  const isEmpty = total === 0 && !isReading
  const find = useCallback((place: number) => rowAt({ pages }, place), [pages])
  return (
    <section className="page down" aria-label={say('Activity')}>
      <PageBar title={say('Activity')} note={verificationWords(verification) || exportWords(exported)}>
        {chosen.length > 0 && <CompareChosen chosen={chosen} />}
        <Button onClick={() => void exportActivity('csv')}>{say('Export CSV')}</Button>
        <Button onClick={() => void exportActivity('jsonl')}>{say('Export JSONL')}</Button>
        <Button disabled={verification.state === 'checking'} onClick={verify}>
          {say('Verify')}
        </Button>
        {verification.state === 'checked' && !verification.ok && (
          <Button onClick={() => useApp.getState().show('settings')}>{say('Restore a backup…')}</Button>
        )}
      </PageBar>
      <ActivityFilters />
      <OwnCalls />
      {isEmpty && !isFiltered && (
        <EmptyState title={say('Nothing has run yet')}>
          <p>{say('Every command appears here before and after it runs, with your decision and the result.')}</p>
        </EmptyState>
      )}
      {isEmpty && isFiltered && (
        <EmptyState title={say('No results')}>
          <p>{say('No commands match these filters.')}</p>
        </EmptyState>
      )}
      {isPartial && <p className="activity-partial quiet small">{say('Too many results. Showing the newest.')}</p>}
      {total !== null && total > 0 && (
        <section className="activity-frame grow" aria-label={say('Recorded commands')}>
          <ActivityTable total={total} rowAt={find} chosen={chosen} onView={showPlaces} {...ROW_ACTIONS} />
        </section>
      )}
    </section>
  )
}

const showPlaces = (first: number, last: number) => void useApp.getState().showActivity(first, last)

const ROW_ACTIONS: RowActions = {
  onOpen: (row) => void useApp.getState().openCall(row),
  onUndo: (row) => void useApp.getState().ask('call.undo', { call: row.call }),
  onRerun: (row) => void runAgain(row),
  onChoose: (row) => useApp.getState().chooseActivity(row),
}

/** Asks as the first time, in the call's chat or else here. */
async function runAgain({ call, chat }: ActivityRow): Promise<void> {
  const { rerun, openChat } = useApp.getState()
  if ((await rerun(call)) && chat !== null && !isOfProgram(chat)) await openChat(chat)
}

/** The older one is on the left. */
function CompareChosen({ chosen }: { chosen: readonly ActivityRow[] }) {
  const [left, right] = chosen.toSorted((a, b) => a.seq - b.seq)
  if (!left || !right) return <Button disabled>{say('Select one more to compare')}</Button>
  const compare = () => void useApp.getState().compareCalls(left.call, right.call)
  return (
    <Button look="strong" onClick={compare}>
      {say('Compare')}
    </Button>
  )
}

/** Calls of no chat, where they are asked about. */
export function OwnCalls() {
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
  if (!exported) return ''
  const { rows, file } = exported
  return say('{commands} exported to {file}', { commands: countOf(rows, 'command', 'commands'), file })
}

const isMissing = (reason: Said | undefined): reason is Message =>
  typeof reason === 'object' && reason.code === 'record-entries-missing'

function verificationWords(verification: Verification): string {
  switch (verification.state) {
    case 'idle':
      return ''
    case 'checking':
      return say('Verifying the record…')
    case 'checked':
      if (verification.ok) {
        const facts = countOf(verification.facts, 'entry', 'entries')
        if (verification.putRight === undefined) return say('Verified: {facts} intact', { facts })
        return say('Verified: {facts} intact. The chat list did not match and was repaired.', { facts })
      }
      if (isMissing(verification.reason)) return sayMessage(verification.reason)
      return say('Entry {fact} was changed after it was recorded. Copy the data folder before you continue.', {
        fact: formatCount(verification.firstBad ?? 0),
      })
  }
}

const STATES: readonly ActivityRow['state'][] = [
  ...(['waiting', 'running', 'done', 'failed', 'denied', 'refused'] as const),
  ...(['canceled', 'timed-out', 'interrupted'] as const),
]

function ActivityFilters() {
  const { skill, state } = useApp((app) => app.activity)
  const skills = useApp((app) => app.skills)
  const { filterActivity } = useApp.getState()
  const names = [...new Set([...(skills ?? []).map(({ name }) => name), ...(skill ? [skill] : [])])].sort()
  return (
    <div className="page-tools gap-2 wrap still row">
      <Search />
      <select
        className="field"
        aria-label={say('Skill')}
        value={skill}
        onChange={({ target }) => void filterActivity({ skill: target.value })}
      >
        <option value="">{say('All skills')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        className="field"
        aria-label={say('Status')}
        value={state}
        onChange={({ target }) => void filterActivity({ state: target.value as ActivityRow['state'] | '' })}
      >
        <option value="">{say('All statuses')}</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {verbOf(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

const search = (words: string) => void useApp.getState().listActivity(words)

function Search() {
  const [typed, setTyped] = useTyping(
    useApp((app) => app.activity.search),
    search,
  )
  return (
    <SearchField
      label={say('Search activity')}
      placeholder={say('Search commands, tools, skills')}
      typed={typed}
      onType={setTyped}
    />
  )
}
