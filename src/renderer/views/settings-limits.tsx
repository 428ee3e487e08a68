import { useId } from 'react'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { NumberForm } from '#renderer/parts/ui/number-form.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/messages/say'
import { LIMIT_NAMES, type LimitName, SETTINGS } from '#shared/settings/settings'

interface Limit {
  name: Text
  says: Text
}

const SAID: Record<LimitName, Limit> = {
  maxRounds: {
    name: 'Rounds for one message',
    says: 'How often the model may ask for commands before it has to stop.',
  },
  commandMinutes: {
    name: 'Longest command, in minutes',
    says: 'Then it is stopped. A skill may say less for its own.',
  },
  approvalMinutes: {
    name: 'Longest wait for your answer, in minutes',
    says: 'A command that nobody allows in this time is given up.',
  },
  keptOutput: {
    name: 'Kept output, in KiB',
    says: 'Of what a command prints, on each of its two streams: its beginning and its end.',
  },
}

/** How far things go before they end by themselves; main keeps to its own caps whatever is said here. */
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
          {say(says)} {say('From {least} to {most}; usually {usual}.', counts({ least, most, usual }))}
        </p>
      </div>
      <NumberForm
        id={id}
        className="setting-control setting-number"
        known={String(value)}
        {...{ least, most }}
        onSave={(typed) => void useApp.getState().changeSetting(limit, Number(typed))}
      />
    </div>
  )
}

const counts = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, formatCount(number)]))
