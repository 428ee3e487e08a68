import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#renderer/parts/ui/error-boundary.tsx'
import { useApp } from '#renderer/store/app.ts'
import '#renderer/styles/index.css'
import './gallery.css'
import { Root } from '#renderer/views/root.tsx'
import { speak, spokenLanguage } from '#shared/messages/say'
import { readSetting } from '#shared/settings/settings'
import { makeFakeApi } from './bridge.ts'
import { PartsGallery } from './parts.tsx'
import { SCREENS, type Screen } from './screens.ts'

/** `#screen=conversation&theme=dark&text=large&language=de`: one screen. Without a screen: every part in every state. */
const asked = new URLSearchParams(window.location.hash.slice(1) || (sessionStorage.getItem('asked') ?? ''))
const screen = SCREENS[asked.get('screen') ?? '']
if (asked.get('text') === 'large') document.documentElement.style.fontSize = '140%'
const theme = asked.get('theme') ?? 'system'
document.documentElement.dataset.theme = theme

if (screen) {
  const { world } = screen
  const language = asked.get('language') ?? 'en'
  const chosen = { theme: readSetting('theme', theme) ?? 'system', language: readSetting('language', language) ?? 'en' }
  const about = { ...world.about, settings: { ...world.about.settings, ...chosen } }
  window.skillet = makeFakeApi({ ...world, about })
}

function OneScreen({ go }: { go: Screen['go'] }) {
  const hasRead = useApp((app) => app.about !== null && (app.skills !== null || app.problems.length > 0))
  useEffect(() => {
    if (hasRead) go(useApp.getState())
  }, [hasRead, go])
  return <Root />
}

function Broken(): never {
  throw new Error('This part was made to fail, to show what that looks like.')
}

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no element with the id root.')
window.addEventListener('hashchange', () => window.location.reload())
if (asked.get('language') === 'de') await speak('de')
useApp.setState({ language: spokenLanguage() })
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary onReload={() => window.location.reload()}>
      {asked.get('screen') === 'crash' ? <Broken /> : screen ? <OneScreen go={screen.go} /> : <PartsGallery />}
    </ErrorBoundary>
  </StrictMode>,
)
