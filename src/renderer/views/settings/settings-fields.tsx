import { type ReactNode, useEffect } from 'react'
import { Button, Select } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { SavedField, Setting } from '#renderer/parts/ui/saved-field.tsx'
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
export function Choice({
  name,
  says,
  setting,
  choices,
}: Named & { setting: SettingName; choices: Record<string, Text> }) {
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
