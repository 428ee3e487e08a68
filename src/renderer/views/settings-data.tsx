import { useEffect } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { type Named, SettingSection } from './settings-fields.tsx'

/** Where the data is, moving it, and what an earlier move left behind. */
export function DataSetting(named: Named) {
  const home = useApp((app) => app.about?.home)
  const place = useApp((app) => app.place)
  const { readPlace, moveData, showKept } = useApp.getState()
  useEffect(() => void readPlace(), [readPlace])
  return (
    <SettingSection {...named}>
      <div className="data-place gap-2 down">
        <code className="path">{place?.home ?? home}</code>
        {place && !place.isNamed && <Button onClick={moveData}>{say('Move…')}</Button>}
        {place?.isNamed && <p className="quiet">{say('Set by SKILLET_HOME or --home.')}</p>}
        {place?.kept && (
          <>
            <p className="quiet">
              <Said
                text="The old folder is at {folder}. Delete it when you no longer need it."
                values={{ folder: <code className="path">{place.kept}</code> }}
              />
            </p>
            <Button onClick={showKept}>{say('Show')}</Button>
          </>
        )}
      </div>
    </SettingSection>
  )
}
