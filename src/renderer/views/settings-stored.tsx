import { useEffect } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { type Named, SettingSection } from './settings-fields.tsx'

/** The records that tools have stored: search, export, delete. */
export function StoredSetting(named: Named) {
  const stored = useApp((app) => app.stored)
  const { searchRecords, readMoreRecords, deleteRecord, exportRecords } = useApp.getState()
  useEffect(() => void searchRecords(''), [searchRecords])
  if (!stored) return null
  const { text, found } = stored
  const { records, schemas, isMore } = found
  if (schemas.length === 0) {
    return (
      <SettingSection {...named} isWide>
        <p className="quiet">{say('Tools have stored nothing yet.')}</p>
      </SettingSection>
    )
  }
  return (
    <SettingSection {...named} isWide>
      <p className="quiet">{schemas.map(({ schema, count }) => `${schema}: ${count}`).join(' · ')}</p>
      <div className="row gap-2 wrap">
        <SearchField label={say('Search records')} typed={text} onType={searchRecords} />
        <Button onClick={exportRecords}>{say('Export records…')}</Button>
      </div>
      {records.length === 0 && <p className="quiet">{say('No matching records')}</p>}
      <ul className="rules">
        {records.map(({ id, title, schema_name, created_by, updated_at, context }) => {
          const name = title || schema_name
          return (
            <li className="row gap-4 apart" key={id}>
              <details>
                <summary>
                  {name}{' '}
                  <span className="quiet">{`${schema_name} · ${created_by} · ${formatDay(updated_at)}, ${formatTime(updated_at)}`}</span>
                </summary>
                <pre>{JSON.stringify(context, null, 2)}</pre>
              </details>
              <Button aria-label={say('Delete {name}…', { name })} onClick={() => void deleteRecord(id)}>
                {say('Delete')}
              </Button>
            </li>
          )
        })}
      </ul>
      {isMore && <Button onClick={readMoreRecords}>{say('More records')}</Button>}
    </SettingSection>
  )
}
