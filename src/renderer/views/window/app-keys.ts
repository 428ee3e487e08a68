import { useEffect } from 'react'
import { hasCommandKey, type KeyPress } from '#renderer/parts/ui/keys.ts'
import { useApp } from '#renderer/store/app.ts'
import { COMMANDS, type Command } from '#renderer/store/commands.ts'

/** The keys that work everywhere in the window, but not behind an overlay. */
export function useAppKeys(): void {
  const isMac = useApp((app) => app.about?.platform === 'darwin')
  useEffect(() => {
    const receive = (event: KeyboardEvent) => {
      const app = useApp.getState()
      const command = commandOf(event, isMac)
      if (!command || app.overlay !== null) return
      event.preventDefault()
      command.run(app)
    }
    window.addEventListener('keydown', receive)
    return () => window.removeEventListener('keydown', receive)
  }, [isMac])
}

export function commandOf(press: KeyPress, isMac: boolean): Command | null {
  if (press.isComposing || press.repeat || !hasCommandKey(press, isMac)) return null
  return COMMANDS.find(({ keys }) => keys !== undefined && isPressed(keys, press)) ?? null
}

function isPressed(keys: string, press: KeyPress): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)?.toLowerCase() ?? ''
  if (press.altKey !== parts.includes('Alt')) return false
  // On some layouts / and , need Shift.
  if (press.shiftKey !== parts.includes('Shift') && /[a-z]/.test(key)) return false
  // On some layouts Alt turns B into another character, so the position of the key counts.
  return press.key.toLowerCase() === key || (press.altKey && press.code === `Key${key.toUpperCase()}`)
}
