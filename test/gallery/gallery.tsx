import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#renderer/parts/ui/error-boundary.tsx'
import { useApp } from '#renderer/store/app.ts'
import '#renderer/styles/index.css'
import './gallery.css'
import { Root } from '#renderer/views/window/shell.tsx'
import type { Push } from '#shared/facts'
import { speak, spokenLanguage } from '#shared/messages/say'
import type { Reply } from '#shared/requests/requests'
import { PartsGallery, readStories } from './parts.tsx'
import { type Known, SCREENS, type Screen } from './screens.ts'

declare global {
  interface Window {
    /** Asks the core that scripts/shots.mjs drives. */
    askWorld(world: string, name: string, input: unknown): Promise<Reply<unknown>>
    /** Called by scripts/shots.mjs. */
    takePush?: (world: string, push: Push) => void
  }
}

/** What a screen leaves behind is not kept for the next one. */
const UNKEPT = ['panes.save', 'draft.save']

/** `screen=conversation&theme=dark&text=large&language=de`: one screen. Without a screen: every part in every state. */
const asked = new URLSearchParams(sessionStorage.getItem('asked') ?? '')
const name = asked.get('screen') ?? ''
const screen = SCREENS[name]
const world = screen?.world ?? 'home'
const [theme, language] = [asked.get('theme') ?? 'system', asked.get('language') ?? 'en']
if (asked.get('text') === 'large') document.documentElement.style.fontSize = '140%'
document.documentElement.dataset.theme = theme

const begun = name === 'gallery' ? 'running' : screen?.begin
const known = (await (begun
  ? window.askWorld('home', 'gallery.begin', begun)
  : window.askWorld('home', 'gallery.read', {}))) as unknown as Known
const listeners = new Set<(push: Push) => void>()
const push = (pushed: Push) => {
  for (const receive of listeners) receive(pushed)
}
window.takePush = (from, pushed) => from === world && push(pushed)
window.skillet = {
  async call(request: string, input: unknown) {
    const instead = screen?.instead?.[request as 'app.read'] as ((...given: unknown[]) => unknown) | undefined
    if (UNKEPT.includes(request)) return { ok: true, value: { saved: true } }
    const reply: Reply<unknown> =
      request === 'chat.import' ? { ok: true, value: null } : await window.askWorld(world, request, input)
    if (!reply.ok) return reply
    const answer = revive(reply.value)
    const value = instead ? instead(answer, known, input) : answer
    if (request !== 'app.read') return { ok: true, value }
    const about = value as { settings: object }
    return { ok: true, value: { ...about, settings: { ...about.settings, theme, language } } }
  },
  listen(receive: (push: Push) => void) {
    listeners.add(receive)
    return () => listeners.delete(receive)
  },
} as NonNullable<Window['skillet']>

/** What ./world.ts marked as a map is one again. */
const revive = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key !== '' && Array.isArray(inner?.map) ? new Map(inner.map) : inner,
  )

function OneScreen({ go }: { go: Screen['go'] }) {
  const hasRead = useApp((app) => app.about !== null && (app.skills !== null || app.problems.length > 0))
  useEffect(() => {
    if (hasRead) void go(useApp.getState(), known, (tick) => push({ kind: 'tick', tick }))
  }, [hasRead, go])
  return <Root />
}

function Broken(): never {
  throw new Error('This part was made to fail, to show what that looks like.')
}

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no element with the id root.')
if (language === 'de') await speak('de')
useApp.setState({ language: spokenLanguage() })
const stories = name === 'gallery' ? await readStories(known) : null
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      {name === 'crash' && <Broken />}
      {screen && <OneScreen go={screen.go} />}
      {stories && <PartsGallery stories={stories} />}
    </ErrorBoundary>
  </StrictMode>,
)
