import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least this wide, in the text's own measure. */
export function useWide(rem: number): boolean {
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

/** From here on that column fits beside the thread, and from the last on both do; else it lies over it. */
export const INSPECTOR_REM = 44
export const SIDEBAR_REM = 52
export const BOTH_REM = 70
