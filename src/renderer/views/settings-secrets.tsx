import { useEffect, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import type { SecretRow } from '#shared/skill/secret'
import { type Named, SettingSection } from './settings-fields.tsx'

/** Secrets for tools. A value can be entered but is never shown. */
export function SecretsSetting(named: Named) {
  const listed = useApp((app) => app.secrets)
  const { listSecrets, removeSecret, grantSecret, revokeSecret } = useApp.getState()
  useEffect(() => void listSecrets(), [listSecrets])
  if (!listed) return null
  const { secrets, asks, missing } = listed
  const names = new Set(secrets.map(({ name }) => name))
  return (
    <SettingSection {...named} isWide>
      {missing ? <p className="quiet">{sayMessage(missing)}</p> : <SecretForm />}
      {secrets.length === 0 && <p className="quiet">{say('No secrets yet.')}</p>}
      <ul className="rules">
        {secrets.map((secret) => (
          <li className="row gap-4 apart" key={secret.id}>
            <div>
              <p>{secret.name}</p>
              <p className="quiet">{describeUse(secret)}</p>
              {secret.grants.map((tool) => (
                <Button key={tool} look="quiet" onClick={() => void revokeSecret(secret.name, tool)}>
                  {say('Take {name} from {tool}', { name: secret.name, tool })}
                </Button>
              ))}
            </div>
            <Button onClick={() => void removeSecret(secret.name)}>
              {say('Remove {name}…', { name: secret.name })}
            </Button>
          </li>
        ))}
        {asks
          .filter(({ isGranted }) => !isGranted)
          .map(({ secret, skill, tool }) => (
            <li className="row gap-4 apart" key={`${skill}/${tool}/${secret}`}>
              <p>{say('{tool} of {skill} needs {name}', { tool, skill, name: secret })}</p>
              {names.has(secret) && (
                <Button onClick={() => void grantSecret(secret, skill, tool)}>
                  {say('Give {name} to {tool}…', { name: secret, tool })}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </SettingSection>
  )
}

function describeUse({ lastUse }: SecretRow): string {
  if (!lastUse) return say('Never used')
  return say('Last used {time} by {tool}', {
    time: `${formatDay(lastUse.at)}, ${formatTime(lastUse.at)}`,
    tool: lastUse.by,
  })
}

function SecretForm() {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const save = async () => {
    if (!(await useApp.getState().setSecret(name, value))) return
    setName('')
    setValue('')
  }
  return (
    <form
      className="row gap-2 wrap"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        className="field"
        aria-label={say('Name of the secret')}
        placeholder={say('Name of the secret')}
        value={name}
        maxLength={64}
        spellCheck={false}
        onChange={({ target }) => setName(target.value)}
      />
      <input
        className="field"
        type="password"
        autoComplete="off"
        aria-label={say('Value of the secret')}
        placeholder={say('Value of the secret')}
        value={value}
        maxLength={16_384}
        onChange={({ target }) => setValue(target.value)}
      />
      <Button type="submit" disabled={name === '' || value === ''}>
        {say('Save secret')}
      </Button>
    </form>
  )
}
