import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#renderer/parts/error-boundary.tsx'
import '#renderer/styles/index.css'
import { Shell } from '#renderer/views/shell.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary onReload={() => window.location.reload()}>
      <Shell />
    </ErrorBoundary>
  </StrictMode>,
)
