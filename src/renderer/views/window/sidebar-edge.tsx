import { useRef } from 'react'
import { say } from '#shared/messages/say'
import { SETTINGS } from '#shared/settings/settings'

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
