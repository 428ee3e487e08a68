import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#renderer/parts/ui/error-boundary.tsx'
import { useApp } from '#renderer/store/app.ts'
import '#renderer/styles/index.css'
import { LANGUAGE_KEY, Root } from '#renderer/views/window/shell.tsx'
import { languageOf, speak, spokenLanguage } from '#shared/messages/say'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')

// Starts in the last language until main has read the setting, so that nothing flickers.
await speak(languageOf(localStorage.getItem(LANGUAGE_KEY) ?? 'system', navigator.language))
useApp.setState({ language: spokenLanguage() })
// At once, or the first frame, with which the window appears, would be empty.
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Root />
      </ErrorBoundary>
    </StrictMode>,
  ),
)
