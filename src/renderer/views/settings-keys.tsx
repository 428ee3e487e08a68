import { useEffect, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { type Named, SettingSection } from './settings-fields.tsx'

/** The keys whose signatures on tools are trusted. */
export function KeysSetting(named: Named) {
  const keys = useApp((app) => app.keys)
  const { listKeys, addKey, removeKey } = useApp.getState()
  const [typed, setTyped] = useState('')
  useEffect(() => void listKeys(), [listKeys])
  const add = async () => {
    if (await addKey(typed)) setTyped('')
  }
  return (
    <SettingSection {...named} isWide>
      <ul className="programs">
        {keys?.map((fingerprint) => (
          <li className="row gap-4 apart ruled" key={fingerprint}>
            <code>{fingerprint}</code>
            <Button
              look="quiet"
              aria-label={say('Remove the key {key}', { key: fingerprint })}
              onClick={() => void removeKey(fingerprint)}
            >
              {say('Remove')}
            </Button>
          </li>
        ))}
        {keys?.length === 0 && <li className="quiet">{say('No keys yet.')}</li>}
      </ul>
      <textarea
        className="box small"
        rows={3}
        aria-label={say('Public key')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="row gap-2">
        <Button disabled={typed.trim() === ''} onClick={add}>
          {say('Trust this key')}
        </Button>
        <Button onClick={() => void addKey(null)}>{say('From a file…')}</Button>
      </div>
    </SettingSection>
  )
}
