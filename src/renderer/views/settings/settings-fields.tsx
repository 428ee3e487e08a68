import { type ReactNode, useEffect } from 'react'
import { Button, SavedField, SearchField, Select, Setting, useTyping } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatBytes, formatCount, formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { type App, useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/messages/say'
import { type LimitName, SETTINGS, type SettingName } from '#shared/settings/settings'

const USUAL_HOST = 'http://127.0.0.1:11434'

/** A setting's name and what is said of it. */
export interface Named {
  name: Text
  says: Text
}

/** What main lists; loaded when it is first drawn. */
export function useList<N extends keyof App['lists']>(name: N): App['lists'][N] {
  useEffect(() => void useApp.getState().list(name), [name])
  return useApp(({ lists }) => lists[name])
}

/** A setting with more than one field. */
export function SettingSection({ name, says, isWide, children }: Named & { isWide?: boolean; children: ReactNode }) {
  return (
    <section className={isWide ? 'setting setting-wide' : 'setting'} aria-label={say(name)}>
      <div>
        <h3>{say(name)}</h3>
        <p className="quiet">{say(says)}</p>
      </div>
      {children}
    </section>
  )
}

/** One of a few values, which are named here; main may have the person confirm it. */
export function Choice(props: Named & { setting: SettingName; choices: Record<string, Text> }) {
  const { name, says, setting, choices } = props
  const value = useApp((app) => app.settings[setting])
  const chosen = Object.keys(choices).find((choice) => choice === value) ?? Object.keys(choices)[0]
  return (
    <fieldset className="setting" aria-label={say(name)}>
      <div>
        <legend className="bold">{say(name)}</legend>
        <p className="quiet">{say(says)}</p>
      </div>
      <div className="segmented wrap row">
        {Object.entries(choices).map(([choice, words]) => (
          <label className="row gap-2" key={choice}>
            <input
              type="radio"
              name={setting}
              value={choice}
              checked={choice === chosen}
              onChange={() => void useApp.getState().changeSetting(setting, choice)}
            />
            <span>{say(words)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function HostSetting({ name, says }: Named) {
  const host = useApp((app) => app.settings.host)
  // By default, OLLAMA_HOST may name another address.
  const inForce = useApp((app) => app.ollama?.host ?? USUAL_HOST)
  const save = (typed: string) => void useApp.getState().changeSetting('host', typed)
  return (
    <Setting name={say(name)} says={say(says)}>
      {(id) => <SavedField id={id} known={host} placeholder={inForce} onSave={save} />}
    </Setting>
  )
}

export function ModelSetting({ name, says }: Named) {
  const chosen = useApp((app) => app.settings.model)
  const ollama = useApp((app) => app.ollama)
  const names = ollama?.state === 'ready' ? ollama.models.map(({ name }) => name) : []
  const known = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  const first = chosen === '' ? [['', say('Last used')] as const] : []
  const choices = [...first, ...known.map((name) => [name, name] as const)]
  return (
    <Setting name={say(name)} says={say(says)}>
      {(id) =>
        known.length === 0 ? (
          <Select id={id} value="" choices={[['', say('Waiting for Ollama')]]} disabled />
        ) : (
          <Select
            {...{ id, choices }}
            value={chosen}
            onChoose={(model) => void useApp.getState().changeSetting('model', model)}
          />
        )
      }
    </Setting>
  )
}

export function ShortcutsSetting(named: Named) {
  return (
    <SettingSection {...named}>
      <div>
        <Button text="Keyboard shortcuts" onClick={() => useApp.getState().openOverlay('shortcuts')} />
      </div>
    </SettingSection>
  )
}

/** One of the person's limits; main also applies its own. */
export function LimitSetting({ limit, name, says }: Named & { limit: LimitName }) {
  const value = useApp((app) => app.settings[limit])
  const { usual, least, most } = SETTINGS[limit]
  const bounds = { least: formatCount(least), most: formatCount(most), usual: formatCount(usual) }
  return (
    <Setting name={say(name)} says={`${say(says)} ${say('{least} to {most}. Default: {usual}.', bounds)}`}>
      {(id) => (
        <SavedField
          {...{ id, least, most }}
          known={String(value)}
          onSave={(typed) => void useApp.getState().changeSetting(limit, Number(typed))}
        />
      )}
    </Setting>
  )
}

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
  const [typed, setTyped] = useTyping(stored?.text ?? '', searchRecords)
  useEffect(() => void searchRecords(''), [searchRecords])
  if (!stored) return null
  const { records, schemas, isMore } = stored.found
  if (schemas.length === 0) {
    return (
      <SettingSection {...named} isWide>
        <p className="quiet">{say('No tool has stored anything yet.')}</p>
      </SettingSection>
    )
  }
  return (
    <SettingSection {...named} isWide>
      <p className="quiet">{schemas.map(({ schema, count }) => `${schema}: ${count}`).join(' · ')}</p>
      <div className="row gap-2 wrap">
        <SearchField label={say('Search records')} typed={typed} onType={setTyped} />
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
