import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { NumberForm } from '#renderer/parts/ui/number-form.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/messages/say'
import { LIMIT_NAMES, type LimitName, SETTINGS, type SettingName } from '#shared/settings/settings'

const USUAL_HOST = 'http://127.0.0.1:11434'

export interface Named {
  name: Text
  says: Text
}

export const HOST: Named = {
  name: 'Ollama address',
  says: 'Where Ollama runs. If that is this computer, your prompts never leave it.',
}
export const MODEL: Named = { name: 'Model', says: 'Used in every chat until you choose another.' }

interface SettingProps extends Named {
  /** Further words about it. */
  more?: string
  children: (id: string) => ReactNode
}

function Setting({ name, says, more = '', children }: SettingProps) {
  const id = useId()
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{say(name)}</label>
        <p className="quiet">{[say(says), more].filter(Boolean).join(' ')}</p>
      </div>
      {children(id)}
    </div>
  )
}

interface ChoiceProps extends Named {
  setting: SettingName
  choices: readonly { value: string; name: Text }[]
}

/** One of a few values; main may have the person confirm it. */
export function Choice({ setting, name, says, choices }: ChoiceProps) {
  const value = useApp((app) => app.settings[setting])
  const chosen = choices.some((choice) => choice.value === value) ? value : choices[0]?.value
  return (
    <fieldset className="setting" aria-label={say(name)}>
      <div>
        <legend>{say(name)}</legend>
        <p className="quiet">{say(says)}</p>
      </div>
      <div className="segmented wrap row">
        {choices.map((choice) => (
          <label className="row gap-2" key={choice.value}>
            <input
              type="radio"
              name={setting}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => void useApp.getState().changeSetting(setting, choice.value)}
            />
            <span>{say(choice.name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function HostSetting() {
  const host = useApp((app) => app.settings.host)
  // By default, OLLAMA_HOST may name another address.
  const inForce = useApp((app) => app.ollama?.host ?? USUAL_HOST)
  const [text, setText] = useState(host)
  useEffect(() => setText(host), [host])
  return (
    <Setting name={HOST.name} says={HOST.says}>
      {(id) => (
        <form
          className="field-and-button gap-2 row"
          onSubmit={(event) => {
            event.preventDefault()
            void useApp.getState().changeSetting('host', text.trim())
          }}
        >
          <input
            className="field mono small"
            id={id}
            value={text}
            placeholder={inForce}
            spellCheck={false}
            maxLength={1000}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={text.trim() === host}>
            {say('Save')}
          </Button>
        </form>
      )}
    </Setting>
  )
}

export function ModelSetting() {
  const chosen = useApp((app) => app.settings.model)
  const ollama = useApp((app) => app.ollama)
  const names = ollama?.state === 'ready' ? ollama.models.map(({ name }) => name) : []
  const known = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return (
    <Setting name={MODEL.name} says={MODEL.says}>
      {(id) =>
        known.length === 0 ? (
          <select className="field" id={id} disabled>
            <option>{say('Waiting for Ollama')}</option>
          </select>
        ) : (
          <select
            className="field"
            id={id}
            value={chosen}
            onChange={(event) => void useApp.getState().changeSetting('model', event.target.value)}
          >
            {chosen === '' && <option value="">{say('Last used')}</option>}
            {known.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )
      }
    </Setting>
  )
}

/** A setting with more than one field. */
export function SettingSection({ name, says, isWide, children }: Named & { isWide?: boolean; children: ReactNode }) {
  return (
    <section className={isWide ? 'setting setting-wide' : 'setting'} aria-label={say(name)}>
      <div>
        <h2>{say(name)}</h2>
        <p className="quiet">{say(says)}</p>
      </div>
      {children}
    </section>
  )
}

export function ShortcutsSetting(named: Named) {
  return (
    <SettingSection {...named}>
      <div>
        <Button onClick={() => useApp.getState().openOverlay('shortcuts')}>{say('Keyboard shortcuts')}</Button>
      </div>
    </SettingSection>
  )
}

const SAID: Record<LimitName, Named> = {
  maxRounds: { name: 'Steps per message', says: 'How many times in a row the model can call tools.' },
  commandMinutes: {
    name: 'Command time limit (minutes)',
    says: 'Commands are stopped after this time. Skills can set a shorter limit.',
  },
  approvalMinutes: { name: 'Approval timeout (minutes)', says: 'Commands not approved in this time are canceled.' },
  keptOutput: {
    name: 'Output saved per command (KiB)',
    says: 'For output and errors each. Longer text keeps its beginning and end.',
  },
}

/** The person's limits; main also applies its own. */
export const LIMIT_ENTRIES = LIMIT_NAMES.map((limit) => ({
  ...SAID[limit],
  draw: () => <LimitSetting limit={limit} />,
}))

function LimitSetting({ limit }: { limit: LimitName }) {
  const value = useApp((app) => app.settings[limit])
  const { usual, least, most } = SETTINGS[limit]
  return (
    <Setting {...SAID[limit]} more={say('{least} to {most}. Default: {usual}.', counts({ least, most, usual }))}>
      {(id) => (
        <NumberForm
          className="setting-number row gap-2"
          known={String(value)}
          {...{ id, least, most }}
          onSave={(typed) => void useApp.getState().changeSetting(limit, Number(typed))}
        />
      )}
    </Setting>
  )
}

const counts = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, formatCount(number)]))
