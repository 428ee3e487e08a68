import { useEffect, useLayoutEffect, useRef } from 'react'
import { OpenLink } from '#renderer/parts/markdown/markdown.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/messages/say'
import type { MoveProgress } from '#shared/requests/window-requests'
import { Shell } from './shell.tsx'

export const LANGUAGE_KEY = 'language'

const { openLink } = useApp.getState()

/** The window in one language; another language redraws it from the same state. */
export function Root() {
  const language = useApp((app) => app.language)
  const before = useRef(language)
  useEffect(() => useApp.getState().start(), [])
  useLayoutEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(LANGUAGE_KEY, language)
    if (before.current === language) return
    before.current = language
    // Keyboard users stay at the choice they made.
    document.querySelector<HTMLElement>('input[name="language"]:checked')?.focus()
  }, [language])
  return (
    <OpenLink key={language} value={openLink}>
      <Shell />
      <MovingNotice />
    </OpenLink>
  )
}

const PHASES: Record<MoveProgress['phase'], Text> = {
  preparing: 'Closing the record',
  copying: 'Copying',
  checking: 'Verifying the copy',
  switching: 'Switching folders',
  done: 'Restarting',
}

const stay = () => {}

/** Covers everything while the data moves, because nothing can be recorded then. */
function MovingNotice() {
  const moving = useApp((app) => app.moving)
  if (!moving) return null
  const { phase, done, whole } = moving
  const hasBytes = whole > 0
  return (
    <Overlay label={say('Moving data')} onClose={stay}>
      <div className="pad-4 gap-3 down">
        <h2>{say('Moving data')}</h2>
        <p role="status">{say(PHASES[phase])}</p>
        <progress className="progress" aria-label={say(PHASES[phase])} {...(hasBytes && { value: done, max: whole })} />
        {hasBytes && (
          <p className="quiet">{say('{done} of {whole}', { done: formatBytes(done), whole: formatBytes(whole) })}</p>
        )}
        <p className="quiet">
          {say('Skillet restarts automatically. Until everything is copied and verified, the old folder stays in use.')}
        </p>
        <div>
          <Button
            text="Cancel"
            disabled={phase === 'switching' || phase === 'done'}
            onClick={() => void useApp.getState().ask('place.stopMove', {})}
          />
        </div>
      </div>
    </Overlay>
  )
}
