import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { CopyingProvider } from '#renderer/parts/ui/copying.tsx'
import { useApp } from '#renderer/store/app.ts'
import { Comparison } from '#renderer/views/calls/comparison.tsx'
import { Inspector } from '#renderer/views/calls/inspector.tsx'
import { useDroppedFiles } from '#renderer/views/chat/attached.tsx'
import { Conversation } from '#renderer/views/chat/conversation.tsx'
import { EnlargedPicture } from '#renderer/views/chat/media.tsx'
import { Models } from '#renderer/views/models/models.tsx'
import { Activity } from '#renderer/views/pages/activity.tsx'
import { Background } from '#renderer/views/pages/background.tsx'
import { Programs } from '#renderer/views/pages/programs.tsx'
import { Settings } from '#renderer/views/settings/settings.tsx'
import { Skills } from '#renderer/views/skills/skills.tsx'
import { useAppKeys } from './app-keys.ts'
import { Notices, Problems } from './notices.tsx'
import { Overlays, Undo } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'

const PLACES = {
  ...{ chat: Conversation, skills: Skills, activity: Activity, background: Background },
  ...{ models: Models, programs: Programs, settings: Settings },
} as const

const copy = (text: string, key: string) => void useApp.getState().copy(text, key)

export function Shell() {
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
