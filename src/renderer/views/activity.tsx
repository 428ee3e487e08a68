import { useEffect, useState } from 'react'
import { ActivityTable } from '#renderer/parts/activity-table.tsx'
import { Button } from '#renderer/parts/button.tsx'
import { EmptyState } from '#renderer/parts/empty-state.tsx'
import { countOf, formatCount } from '#renderer/parts/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import type { Verification } from '#renderer/store/state.ts'
import { PageBar } from './page-bar.tsx'

const TYPING_MS = 150

/** The record of every command. */
export function Activity() {
  const { rows, more, search, isReading } = useApp((app) => app.activity)
  const verification = useApp((app) => app.verification)
  const { verify, listMoreActivity, openChat } = useApp.getState()
  const isEmpty = rows.length === 0 && !isReading
  return (
    <section className="page" aria-label="Activity">
      <PageBar title="Activity" note={verificationWords(verification)}>
        <Button disabled={verification.state === 'checking'} onClick={() => void verify()}>
          Verify
        </Button>
      </PageBar>
      <SearchField />
      {isEmpty && search.trim() === '' && (
        <EmptyState title="Nothing has run yet">
          <p>Every command appears here before and after it runs: what was asked, what you decided, what came of it.</p>
        </EmptyState>
      )}
      {isEmpty && search.trim() !== '' && (
        <EmptyState title="Nothing found">
          <p>No command on record matches “{search.trim()}”.</p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className="page-scroll" tabIndex={0} aria-label="Commands on record">
          <ActivityTable rows={rows} onOpen={(chat, call) => void openChat(chat, call)} />
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

function SearchField() {
  const searched = useApp((app) => app.activity.search)
  const [text, setText] = useState(searched)
  useEffect(() => {
    if (text === useApp.getState().activity.search) return
    const timer = setTimeout(() => void useApp.getState().listActivity(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="page-tools">
      <input
        className="field"
        type="search"
        aria-label="Search the record"
        placeholder="Search commands, tools, skills"
        value={text}
        maxLength={1000}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
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
