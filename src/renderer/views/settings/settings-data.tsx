import { useEffect } from 'react'
import { Button, SearchField } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatBytes, formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { type Named, SettingSection, useList } from './settings-fields.tsx'

export function DataSetting(named: Named) {
  const home = useApp((app) => app.about?.home)
  const place = useList('place.read')
  const { moveData, ask } = useApp.getState()
  return (
    <SettingSection {...named}>
      <div className="start gap-2 down">
        <code className="path">{place?.home ?? home}</code>
        {place && !place.isNamed && <Button text="Move…" onClick={moveData} />}
        {place?.isNamed && <p className="quiet">{say('Set by SKILLET_HOME or --home.')}</p>}
        {place?.kept && (
          <>
            <p className="quiet">
              <Said
                text="The old folder is at {folder}. Delete it when you no longer need it."
                values={{ folder: <code className="path">{place.kept}</code> }}
              />
            </p>
            <Button text="Show" onClick={() => void ask('place.showKept', {})} />
          </>
        )}
      </div>
    </SettingSection>
  )
}

export function BackupsSetting(named: Named) {
  const backups = useList('backup.list')?.backups
  const isMaking = useApp((app) => app.isBackingUp)
  const { makeBackup, ask } = useApp.getState()
  return (
    <SettingSection {...named} isWide>
      {backups && (
        <>
          <div>
            <Button text={isMaking ? 'Backing up…' : 'Back up now'} disabled={isMaking} onClick={makeBackup} />
          </div>
          {backups.length === 0 ? (
            <p className="quiet">{say('No backups yet. The first is made shortly after Skillet starts.')}</p>
          ) : (
            <ul className="rules">
              {backups.map(({ backup, at, bytes, facts }) => {
                const time = `${formatDay(at)}, ${formatTime(at)}`
                return (
                  <li className="row gap-4 apart" key={backup}>
                    <div>
                      <p>{time}</p>
                      <p className="quiet">
                        {countOf(facts, 'entry', 'entries')} · {formatBytes(bytes)}
                      </p>
                    </div>
                    <Button
                      text="Restore…"
                      aria-label={say('Restore the backup from {time}', { time })}
                      onClick={() => void ask('backup.restore', { backup })}
                    />
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
    </SettingSection>
  )
}

export function StoredSetting(named: Named) {
  const stored = useApp((app) => app.stored)
  const { searchRecords, readMoreRecords, deleteRecord, ask } = useApp.getState()
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
        <Button text="Export records…" onClick={() => void ask('record.export', {})} />
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
              <Button
                text="Delete"
                aria-label={say('Delete {name}…', { name })}
                onClick={() => void deleteRecord(id)}
              />
            </li>
          )
        })}
      </ul>
      {isMore && <Button text="More records" onClick={readMoreRecords} />}
    </SettingSection>
  )
}
