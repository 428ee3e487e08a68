import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { OpenLink } from '#renderer/parts/markdown/markdown.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { CopyingProvider } from '#renderer/parts/ui/copying.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { Comparison } from '#renderer/views/calls/comparison.tsx'
import { Inspector } from '#renderer/views/calls/inspector.tsx'
import { Conversation } from '#renderer/views/chat/conversation.tsx'
import { EnlargedPicture, useDroppedFiles } from '#renderer/views/chat/media.tsx'
import { Models } from '#renderer/views/models/models.tsx'
import { Activity } from '#renderer/views/pages/activity.tsx'
import { Background } from '#renderer/views/pages/background.tsx'
import { Programs } from '#renderer/views/pages/programs.tsx'
import { Settings } from '#renderer/views/settings/settings.tsx'
import { Skills } from '#renderer/views/skills/skills.tsx'
import { say, type Text } from '#shared/messages/say'
import type { MoveProgress } from '#shared/requests/window-requests'
import { useAppKeys } from './app-keys.ts'
import { Notices, Problems } from './notices.tsx'
import { Overlays, Undo } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'

const PLACES = {
  ...{ chat: Conversation, skills: Skills, activity: Activity, background: Background },
  ...{ models: Models, programs: Programs, settings: Settings },
} as const

const copy = (text: string, key: string) => void useApp.getState().copy(text, key)

function Shell() {
  const view = useApp((app) => app.view)
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  const isInspectorOpen = useApp(({ view, isInspectorOpen, inspectedAlone }) =>
    view === 'chat' ? isInspectorOpen : view === 'activity' && inspectedAlone !== null,
  )
  const isInspectorBeside = useWide(INSPECTOR_REM)
  const fitsBoth = useWide(BOTH_REM)
  const isSidebarBeside = useWide(SIDEBAR_REM) && (fitsBoth || !isInspectorOpen)
  useLook()
  useAppKeys()
  useDroppedFiles()
  useEffect(() => {
    const app = useApp.getState()
    if (app.isSidebarOpen !== isSidebarBeside) app.setSidebar(isSidebarBeside)
  }, [isSidebarBeside])

  const isCovered = (isSidebarOpen && !isSidebarBeside) || (isInspectorOpen && !isInspectorBeside)
  const uncover = () => {
    const { setInspector, setSidebar } = useApp.getState()
    if (!isInspectorBeside) setInspector(false)
    if (!isSidebarBeside) setSidebar(false)
  }
  useCloseOnEscape(isCovered, uncover)
  const Place = PLACES[view]
  const copied = useApp((app) => app.copied)
  const copying = useMemo(() => ({ copied, copy }), [copied])
  return (
    <CopyingProvider value={copying}>
      <div className="app">
        {isSidebarOpen && <Sidebar isOverlay={!isSidebarBeside} />}
        <main className="place grow down" inert={isCovered}>
          <Notices />
          <Place />
        </main>
        {isInspectorOpen && <Inspector isOverlay={!isInspectorBeside} />}
        {isCovered && <div className="scrim" onPointerDown={uncover} />}
        <Problems />
        <Undo />
        <Overlays />
        <Comparison />
        <EnlargedPicture />
      </div>
    </CopyingProvider>
  )
}

function useLook(): void {
  const { theme, textSize } = useApp(({ settings }) => settings)
  useEffect(() => {
    const isFixed = theme === 'light' || theme === 'dark'
    Object.assign(document.documentElement.dataset, { theme: isFixed ? theme : 'system', textSize })
  }, [theme, textSize])
}

/** Runs before other handlers: whatever is on top closes first. */
function useCloseOnEscape(isCovered: boolean, uncover: () => void): void {
  const latest = useRef(uncover)
  latest.current = uncover
  useEffect(() => {
    if (!isCovered) return
    const receive = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', receive, { capture: true })
    return () => window.removeEventListener('keydown', receive, { capture: true })
  }, [isCovered])
}

function useWide(rem: number): boolean {
  const query = `(min-width: ${rem}rem)`
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** From this width on the column fits beside the thread; below it covers the thread. */
const INSPECTOR_REM = 44
const SIDEBAR_REM = 52
const BOTH_REM = 70

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
