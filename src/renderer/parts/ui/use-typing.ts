import { useEffect, useState } from 'react'

const TYPING_MS = 150

/** A text field's value: shown at once, reported shortly after the last key. */
export function useTyping(told: string, onTyped: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(told)
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => onTyped(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, told, onTyped])
  return [typed, setTyped]
}
