import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { MovingNotice } from '#renderer/parts/record/moving-notice.tsx'
import { useApp } from '#renderer/store/app.ts'
import { Shell } from './shell.tsx'

export const LANGUAGE_KEY = 'language'

/** The window in one language; in another it is drawn anew, from the same state. */
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
    // Whoever chose it by keyboard goes on where they were.
    document.querySelector<HTMLElement>('input[name="language"]:checked')?.focus()
  }, [language])
  return (
    <Fragment key={language}>
      <Shell />
      {moving && <MovingNotice progress={moving} onStop={() => void useApp.getState().stopMove()} />}
    </Fragment>
  )
}
