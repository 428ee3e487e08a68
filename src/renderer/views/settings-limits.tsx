import { useId } from 'react'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { NumberForm } from '#renderer/parts/ui/number-form.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { LIMIT_NAMES, type LimitName, SETTINGS } from '#shared/settings/settings'
import type { Named } from './settings-fields.tsx'

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
  const id = useId()
  const value = useApp((app) => app.settings[limit])
  const { usual, least, most } = SETTINGS[limit]
  const { name, says } = SAID[limit]
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{say(name)}</label>
        <p className="quiet">
          {say(says)} {say('{least} to {most}. Default: {usual}.', counts({ least, most, usual }))}
        </p>
      </div>
      <NumberForm
        id={id}
        className="setting-control setting-number row gap-2"
        known={String(value)}
        {...{ least, most }}
        onSave={(typed) => void useApp.getState().changeSetting(limit, Number(typed))}
      />
    </div>
  )
}

const counts = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, formatCount(number)]))
