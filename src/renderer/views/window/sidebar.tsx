import { useRef, useState } from 'react'
import { countOn, waitsForReview } from '#renderer/parts/skill/skill-words.ts'
import { IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { SidePane } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { NOTHING_OFF } from '#renderer/store/choices.ts'
import { COMMANDS } from '#renderer/store/commands.ts'
import { modelInUse } from '#renderer/store/models.ts'
import { ollamaLine } from '#renderer/views/models/model-words.ts'
import { say } from '#shared/messages/say'
import { SETTINGS } from '#shared/settings/settings'
import { ChatList } from './chat-list.tsx'

const WORDMARK = 'Skillet'

export function Sidebar({ isOverlay }: { isOverlay: boolean }) {
  const { newChat, setSidebar } = useApp.getState()
  const isMac = useApp((app) => app.about?.platform === 'darwin')
  const [width, setWidth] = useWidth()
  return (
    <SidePane
      className="sidebar still down"
      aria-label={say('Chats')}
      isOverlay={isOverlay}
      style={{ width: `${width / 16}rem` }}
      onClick={({ target }) => isOverlay && target instanceof Element && target.closest('button') && setSidebar(false)}
    >
      <header className="row gap-2">
        <span className="mark" aria-hidden="true" />
        <span className="wordmark grow bold">{WORDMARK}</span>
        <IconButton icon="sidebar" label={say('Hide the sidebar')} onClick={() => setSidebar(false)} />
      </header>
      <button type="button" className="new-chat row gap-2 box" onClick={newChat}>
        <Icon name="new" size={15} />
        {say('New chat')}
        <span className="keys end" aria-hidden="true">
          {keyLabel('Mod+N', isMac)}
        </span>
      </button>
      <ChatList />
      <Navigation />
      <OllamaLine />
      {!isOverlay && <SidebarEdge width={width} onWidth={setWidth} />}
    </SidePane>
  )
}

/** After the last step, because each saved width is a fact. */
const KEEP_MS = 500

/** The saved width, or the current one while dragging. */
function useWidth(): [width: number, setWidth: (width: number, isFinal: boolean) => void] {
  const kept = useApp((app) => app.settings.sidebarWidth)
  const [moved, setMoved] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = async (width: number) => {
    if (width !== kept) await useApp.getState().changeSetting('sidebarWidth', width)
    setMoved((now) => (now === width ? null : now))
  }
  const setWidth = (width: number, isFinal: boolean) => {
    setMoved(width)
    clearTimeout(timer.current)
    if (isFinal) timer.current = setTimeout(() => void keep(width), KEEP_MS)
  }
  return [moved ?? kept, setWidth]
}

const PLACES = COMMANDS.filter(({ view }) => view)

function Navigation() {
  const view = useApp((app) => app.view)
  const skills = useApp((app) => app.skills)
  const ready = skills ? countOn(skills, NOTHING_OFF).skills : 0
  const waiting = skills?.filter(waitsForReview).length ?? 0
  const asked = useApp(
    ({ trialCalls }) =>
      [...trialCalls.calls.values()].filter(({ caller, status }) => caller.kind === 'program' && status === 'waiting')
        .length,
  )
  const toReview = waiting > 0 ? say('{count} to review', { count: formatCount(waiting) }) : null
  return (
    <nav className="still pad-top-2 ruled-above" aria-label={say('Navigation')}>
      {PLACES.map((place) => (
        <button
          key={place.id}
          type="button"
          className="row-button row gap-2 soft"
          aria-current={view === place.view ? 'page' : undefined}
          aria-description={place.view === 'skills' && toReview ? toReview : undefined}
          onClick={() => place.run(useApp.getState())}
        >
          <span className="grow truncate">{say(place.name)}</span>
          {place.view === 'programs' && asked > 0 && (
            <span className="figure" data-review="">
              {say('{count} waiting', { count: formatCount(asked) })}
            </span>
          )}
          {place.view === 'skills' && (toReview || ready > 0) && (
            <span className="figure" data-review={toReview ? '' : undefined} aria-hidden="true">
              {toReview ?? ready}
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

function OllamaLine() {
  const ollama = useApp((app) => app.ollama)
  const model = useApp(modelInUse)
  const isReady = useApp((app) => app.isReady && !app.chat?.turn)
  const { look, line } = ollamaLine(ollama, model, isReady)
  return (
    <button
      type="button"
      className="ollama-line row gap-2 still quiet tiny"
      onClick={() => useApp.getState().show('models')}
    >
      <span className="dot still" data-look={look} aria-hidden="true" />
      <span className="grow truncate">{line}</span>
    </button>
  )
}

interface SidebarEdgeProps {
  /** Pixels at the normal text size. */
  width: number
  /** `isFinal`: the person has released it. */
  onWidth: (width: number, isFinal: boolean) => void
}

const STEP = 8
const NORMAL_TEXT_PX = 16

const { least, most, usual } = SETTINGS.sidebarWidth

/** Dragging or arrow keys change the width; a double click resets it. */
export function SidebarEdge({ width, onWidth }: SidebarEdgeProps) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const within = (wanted: number) => Math.round(Math.min(most, Math.max(least, wanted)))
  const widthAt = (x: number, start: { x: number; width: number }) => {
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / NORMAL_TEXT_PX
    return within(start.width + (x - start.x) / scale)
  }
  const keys: Record<string, number> = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: least, End: most }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of the page that can be moved is no hr
    <div
      className="column-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={say('Sidebar width')}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (from.current) onWidth(widthAt(event.clientX, from.current), false)
      }}
      onPointerUp={(event) => {
        if (from.current) onWidth(widthAt(event.clientX, from.current), true)
        from.current = null
      }}
      onPointerCancel={() => {
        if (from.current) onWidth(from.current.width, true)
        from.current = null
      }}
      onDoubleClick={() => onWidth(usual, true)}
      onKeyDown={(event) => {
        const wanted = event.key === 'Enter' ? usual : keys[event.key]
        if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onWidth(within(wanted), true)
      }}
    />
  )
}
