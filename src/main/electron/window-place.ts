import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Rectangle } from 'electron'

export interface WindowPlace extends Rectangle {
  isMaximized: boolean
}

export const LEAST = { width: 720, height: 480 } as const
const FIRST = { width: 1360, height: 880 } as const
/** How much of the window's top edge must be visible to grab it. */
const SEEN = { width: 120, height: 40 } as const

/** Null if there is none or it is unusable. */
export function readPlace(file: string): WindowPlace | null {
  let kept: unknown
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null // The first start, or a file somebody changed: where the window stood is no loss.
  }
  if (typeof kept !== 'object' || kept === null) return null
  const { x, y, width, height, isMaximized } = kept as WindowPlace
  if (![x, y, width, height].every(Number.isSafeInteger)) return null
  return { x, y, width, height, isMaximized: isMaximized === true }
}

export function keepPlace(file: string, place: WindowPlace): void {
  writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Where the window opens: its last place, adjusted to the current screens. The first screen is the main one. */
export function fitPlace(kept: WindowPlace | null, screens: readonly Rectangle[]): WindowPlace {
  const place = kept ?? { x: 0, y: 0, ...FIRST, isMaximized: false }
  if (kept) {
    const [seen] = screens.map((screen) => sizeFor(place, screen)).filter((fitted, n) => isSeen(fitted, screens[n]))
    if (seen) return seen
  }
  const [screen] = screens
  if (!screen) return place
  const { width, height, isMaximized } = sizeFor(place, screen)
  const x = screen.x + Math.round((screen.width - width) / 2)
  const y = screen.y + Math.round((screen.height - height) / 2)
  return { x, y, width, height, isMaximized }
}

function sizeFor(place: WindowPlace, screen: Rectangle): WindowPlace {
  const width = Math.min(Math.max(place.width, LEAST.width), screen.width)
  const height = Math.min(Math.max(place.height, LEAST.height), screen.height)
  return { ...place, width, height }
}

function isSeen(place: Rectangle, screen: Rectangle | undefined): boolean {
  if (!screen) return false
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  const isTopSeen = place.y >= screen.y && place.y + SEEN.height <= screen.y + screen.height
  return isTopSeen && across >= SEEN.width
}
