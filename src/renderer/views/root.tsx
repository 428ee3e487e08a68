import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { MovingNotice } from '#renderer/parts/record/moving-notice.tsx'
import { useApp } from '#renderer/store/app.ts'
import { Shell } from './shell.tsx'

export const LANGUAGE_KEY = 'language'

/** The window in one language; another language redraws it from the same state. */
export function Root() {
  const language = useApp((app) => app.language)
  const moving = useApp((app) => app.moving)
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
    <Fragment key={language}>
      <Shell />
      {moving && <MovingNotice progress={moving} onStop={useApp.getState().stopMove} />}
    </Fragment>
  )
}
