import type { ComponentProps } from 'react'
import { stateOf, verbOf } from '#renderer/parts/call/call-words.ts'
import { Button, SearchField, Select, useTyping } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatCount, formatMoment, formatMs } from '#renderer/parts/ui/figures.ts'
import { StatusIcon } from '#renderer/parts/ui/icon.tsx'
import { EmptyState, Section } from '#renderer/parts/ui/layout.tsx'
import type { Verification } from '#renderer/store/activity.ts'
import { type App, useApp } from '#renderer/store/app.ts'
import { OpenCallsOfNoChat } from '#renderer/views/calls/tool-card.tsx'
import type { Message, Said } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import type { ActivityRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'
import { ActivityTable } from './activity-table.tsx'
import { Page } from './page.tsx'

export function Activity() {
  const activity = useApp((app) => app.activity)
  const { total, isPartial, search, skill, state, isReading, chosen } = activity
  const verification = useApp((app) => app.verification)
  const exported = useApp((app) => app.exported)
  const { verify, exportActivity } = useApp.getState()
  const isFiltered = search.trim() !== '' || skill !== '' || state !== ''
  const isEmpty = total === 0 && !isReading
  return (
    <Page
      title={say('Activity')}
      note={exportWords(exported) || verificationWords(verification)}
      actions={
        <>
          {chosen.length > 0 && <CompareChosen chosen={chosen} />}
          <Button text="Export CSV" onClick={() => void exportActivity('csv')} />
          <Button text="Export JSONL" onClick={() => void exportActivity('jsonl')} />
          <Button text="Verify" disabled={verification.state === 'checking'} onClick={verify} />
          {verification.state === 'checked' && !verification.ok && (
            <Button text="Restore a backup…" onClick={() => useApp.getState().show('settings')} />
          )}
        </>
      }
    >
      <ActivityFilters />
      <OpenCallsOfNoChat className="activity-own" />
      {isEmpty && (
        <EmptyState title={say(isFiltered ? 'No results' : 'Nothing has run yet')}>
          <p>
            {say(
              isFiltered
                ? 'No commands match these filters.'
                : 'Every command appears here before and after it runs, with your decision and the result.',
            )}
          </p>
        </EmptyState>
      )}
      {isPartial && <p className="activity-partial quiet small">{say('Too many results. Showing the newest.')}</p>}
      {total !== null && total > 0 && (
        <section className="activity-frame grow" aria-label={say('Recorded commands')}>
          <ActivityTable total={total} />
        </section>
      )}
    </Page>
  )
}

/** The older one is on the left. */
function CompareChosen({ chosen }: { chosen: readonly ActivityRow[] }) {
  const [left, right] = chosen.toSorted((a, b) => a.seq - b.seq)
  if (!left || !right) return <Button text="Select one more to compare" disabled />
  const compare = () => void useApp.getState().compareCalls(left.call, right.call)
  return <Button text="Compare" look="strong" onClick={compare} />
}

interface LatestCallsProps extends ComponentProps<typeof Section> {
  rows: readonly ActivityRow[]
  /** Said if there are none. */
  nothing: string
}

export function LatestCalls({ rows, nothing, ...section }: LatestCallsProps) {
  return (
    <Section {...section}>
      {rows.length === 0 && <p className="quiet">{nothing}</p>}
      <ul className="rules">
        {rows.map((row) => (
          <li className="row gap-2" key={row.call}>
            <StatusIcon status={row.state} />
            <span className="grow truncate">{toVisible(row.tool).text}</span>
            <span className="quiet figure">
              {[stateOf(row), ...(row.ms === undefined ? [] : [formatMs(row.ms)]), formatMoment(row.at)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function exportWords(exported: App['exported']): string {
  if (!exported) return ''
  const { rows, file } = exported
  return say('{commands} exported to {file}', { commands: countOf(rows, 'command', 'commands'), file })
}

const isMissing = (reason: Said | undefined): reason is Message =>
  typeof reason === 'object' && reason.code === 'record-entries-missing'

function verificationWords(verification: Verification): string {
  if (verification.state !== 'checked') return verification.state === 'idle' ? '' : say('Verifying the record…')
  if (verification.ok) {
    const facts = countOf(verification.facts, 'entry', 'entries')
    if (verification.repaired === undefined) return say('Verified: {facts} intact', { facts })
    return say('Verified: {facts} intact. The chat list did not match and was repaired.', { facts })
  }
  if (isMissing(verification.reason)) return sayMessage(verification.reason)
  return say('Entry {fact} was changed after it was recorded. Copy the data folder before you continue.', {
    fact: formatCount(verification.firstBad ?? 0),
  })
}

const STATES: readonly ActivityRow['state'][] = [
  ...(['waiting', 'running', 'done', 'failed', 'denied', 'refused'] as const),
  ...(['canceled', 'timed-out', 'interrupted'] as const),
]

function ActivityFilters() {
  const { search, skill, state } = useApp((app) => app.activity)
  const skills = useApp((app) => app.skills)
  const { filterActivity, listActivity } = useApp.getState()
  const [typed, setTyped] = useTyping(search, listActivity)
  const names = [...new Set([...(skills ?? []).map(({ name }) => name), ...(skill ? [skill] : [])])].sort()
  return (
    <div className="page-tools gap-2 wrap still row">
      <SearchField
        label={say('Search activity')}
        placeholder={say('Search commands, tools, skills')}
        typed={typed}
        onType={setTyped}
      />
      <Select
        aria-label={say('Skill')}
        value={skill}
        choices={[['', say('All skills')], ...names.map((name) => [name, name] as const)]}
        onChoose={(skill) => void filterActivity({ skill })}
      />
      <Select
        aria-label={say('Status')}
        value={state}
        choices={[['', say('All statuses')], ...STATES.map((each) => [each, verbOf(each)] as const)]}
        onChoose={(state) => void filterActivity({ state })}
      />
    </div>
  )
}
