import { verbOf } from '#renderer/parts/call/call-words.ts'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useTyping } from '#renderer/parts/ui/use-typing.ts'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { ActivityRow } from '#shared/requests/requests'

const STATES: readonly ActivityRow['state'][] = [
  ...(['waiting', 'running', 'done', 'failed', 'denied', 'refused'] as const),
  ...(['canceled', 'timed-out', 'interrupted'] as const),
]

export function ActivityFilters() {
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
