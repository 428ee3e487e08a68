import { useEffect, useState } from 'react'

/** After the last key. */
const TYPING_MS = 150

/** What is typed, shown at once and told a moment after the last key. */
export function useTyping(told: string, onTyped: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(told)
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => onTyped(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, told, onTyped])
  return [typed, setTyped]
}
