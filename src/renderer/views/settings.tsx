import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '#renderer/parts/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { PageBar } from './page-bar.tsx'

const THEMES = [
  { value: 'system', name: 'As the system' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const

export function Settings() {
  const about = useApp((app) => app.about)
  return (
    <section className="page" aria-label="Settings">
      <PageBar title="Settings" note={about && `Skillet ${about.version}`} />
      <div className="page-scroll">
        <div className="narrow settings">
          <Choice setting="theme" name="Look" says="Paper by day, cast iron by night." choices={THEMES} />
          <HostSetting />
          <ModelSetting />
          <Choice
            setting="contextMode"
            name="Skill texts"
            says="The model reads a skill’s page when it needs it, which small models have more room with; or all pages in every request."
            choices={SKILL_TEXTS}
          />
          {about && (
            <div className="setting">
              <div>
                <h2>Data</h2>
                <p className="quiet">Where chats, commands and their output are kept.</p>
              </div>
              <code className="path">{about.home}</code>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function Setting({ name, says, children }: { name: string; says: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{name}</label>
        <p className="quiet">{says}</p>
      </div>
      <div className="setting-control">{children(id)}</div>
    </div>
  )
}

const SKILL_TEXTS = [
  { value: 'readOnDemand', name: 'When needed' },
  { value: 'full', name: 'Always, whole' },
] as const

interface ChoiceProps {
  setting: 'theme' | 'contextMode'
  name: string
  says: string
  choices: readonly { value: string; name: string }[]
}

function Choice({ setting, name, says, choices }: ChoiceProps) {
  const value = useApp((app) => app.settings[setting])
  const chosen = choices.some((choice) => choice.value === value) ? value : choices[0]?.value
  return (
    <fieldset className="setting">
      <div>
        <legend>{name}</legend>
        <p className="quiet">{says}</p>
      </div>
      <div className="setting-control segmented">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={setting}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => void useApp.getState().changeSetting(setting, choice.value)}
            />
            <span>{choice.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function HostSetting() {
  const host = useApp((app) => app.settings.host)
  const [text, setText] = useState(host)
  useEffect(() => setText(host), [host])
  return (
    <Setting name="Ollama’s address" says="Where the model server listens. On this computer, prompts stay on it.">
      {(id) => (
        <form
          className="field-and-button"
          onSubmit={(event) => {
            event.preventDefault()
            void useApp.getState().changeSetting('host', text.trim())
          }}
        >
          <input
            className="field mono"
            id={id}
            value={text}
            placeholder="http://127.0.0.1:11434"
            spellCheck={false}
            maxLength={1000}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={text.trim() === host}>
            Save
          </Button>
        </form>
      )}
    </Setting>
  )
}

function ModelSetting() {
  const chosen = useApp((app) => app.settings.model)
  const ollama = useApp((app) => app.ollama)
  const names = ollama?.state === 'ready' ? ollama.models.map(({ name }) => name) : []
  const known = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return (
    <Setting name="Model" says="Answers every chat, until you choose another.">
      {(id) =>
        known.length === 0 ? (
          <select className="field" id={id} disabled>
            <option>Known once Ollama answers</option>
          </select>
        ) : (
          <select
            className="field"
            id={id}
            value={chosen}
            onChange={(event) => void useApp.getState().changeSetting('model', event.target.value)}
          >
            {chosen === '' && <option value="">The first one Ollama has</option>}
            {known.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )
      }
    </Setting>
  )
}
