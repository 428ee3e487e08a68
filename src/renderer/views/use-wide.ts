import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least this wide, in rem. */
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

/** From this width on the column fits beside the thread; below it covers the thread. */
export const INSPECTOR_REM = 44
export const SIDEBAR_REM = 52
export const BOTH_REM = 70
