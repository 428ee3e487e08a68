import { useEffect, useState } from 'react'
import { verbOf } from '#renderer/parts/call-words.ts'
import { useApp } from '#renderer/store/app.ts'
import type { ActivityRow } from '#shared/calls'
import { say } from '#shared/say'

const TYPING_MS = 150
const STATES: readonly ActivityRow['state'][] = [
  ...(['waiting', 'running', 'done', 'failed', 'denied', 'refused'] as const),
  ...(['canceled', 'timed-out', 'interrupted'] as const),
]

/** Which commands are listed. */
export function ActivityFilters() {
  const { skill, state } = useApp((app) => app.activity)
  const skills = useApp((app) => app.skills)
  const { filterActivity } = useApp.getState()
  const names = [...new Set([...(skills ?? []).map(({ name }) => name), ...(skill ? [skill] : [])])].sort()
  return (
    <div className="page-tools">
      <SearchField />
      <select
        className="field"
        aria-label={say('Skill')}
        value={skill}
        onChange={({ target }) => void filterActivity({ skill: target.value })}
      >
        <option value="">{say('Every skill')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        className="field"
        aria-label={say('State')}
        value={state}
        onChange={({ target }) => void filterActivity({ state: target.value as ActivityRow['state'] | '' })}
      >
        <option value="">{say('Every state')}</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {verbOf(each)}
          </option>
        ))}
      </select>
    </div>
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
    <input
      className="field"
      type="search"
      aria-label={say('Search the record')}
      placeholder={say('Search commands, tools, skills')}
      value={text}
      maxLength={1000}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
