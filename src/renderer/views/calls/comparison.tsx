import { useState } from 'react'
import { stateOf } from '#renderer/parts/call/activity-row.tsx'
import { ComparisonView } from '#renderer/parts/call/comparison-view.tsx'
import { matchChoices } from '#renderer/parts/chat/commands.ts'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { Chooser } from '#renderer/parts/ui/chooser.tsx'
import { formatShortDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { InspectionState } from '#renderer/store/inspection.ts'
import { quoteArgv } from '#shared/call/quote'
import { say, sayMessage } from '#shared/messages/say'

const close = () => useApp.getState().closeComparison()

/** Two runs side by side, or the choice of the second one. */
export function Comparison() {
  const comparison = useApp((app) => app.comparison)
  if (!comparison) return null
  if (comparison.state === 'choosing') return <Other comparison={comparison} />
  return (
    <Overlay label={say('Compare two runs')} onClose={close}>
      <div className="overlay-header row apart still ruled pad">
        <h2>{say('Compare two runs')}</h2>
        <IconButton icon="close" label={say('Close')} onClick={close} />
      </div>
      {comparison.state === 'reading' && <p className="comparison panel quiet stack gap-4">{say('Loading both…')}</p>}
      {comparison.state === 'lost' && <p className="comparison panel stack gap-4">{sayMessage(comparison.message)}</p>}
      {comparison.state === 'here' && (
        <ComparisonView
          compared={comparison.compared}
          onOpen={(row) => {
            close()
            void useApp.getState().openCall(row)
          }}
        />
      )}
    </Overlay>
  )
}

type Choosing = Extract<InspectionState['comparison'], { state: 'choosing' }>

function Other({ comparison: { call, tool, rows } }: { comparison: Choosing }) {
  const [typed, setTyped] = useState('')
  const choices = (rows ?? []).map((row) => ({
    key: row.call,
    name: row.argv.length > 0 ? quoteArgv(row.argv, 'bash').text : row.tool,
    group: '',
    isCode: true,
    hint: `${formatShortDay(row.at)} ${formatTime(row.at)} · ${stateOf(row)}`,
  }))
  return (
    <Chooser
      label={say('Compare {tool} with another run', { tool })}
      placeholder={say('Search other runs of {tool}', { tool })}
      nothing={rows === null ? say('Loading…') : say('No other runs of this tool.')}
      typed={typed}
      choices={matchChoices(choices, typed)}
      onType={setTyped}
      onClose={close}
      onChoose={(other) => void useApp.getState().compareCalls(other, call)}
    />
  )
}
