import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type App, useApp } from '#renderer/store/app.ts'

/** Draws a view over a store in this state. Without a window, React reads a store as it began. */
export function draw(element: ReactElement, state: Partial<App> = {}): string {
  const initial = useApp.getInitialState()
  const before = { ...initial }
  Object.assign(initial, state)
  try {
    return renderToStaticMarkup(element)
  } finally {
    Object.assign(initial, before)
  }
}
