import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ApprovalCommand, approvalCommandOf } from '#renderer/parts/ui/keys.ts'

/** The cards that are in view and were seen completely. The first one takes the keys. */
const seen = new Set<HTMLElement>()
const listeners = new Set<() => void>()

function firstSeen(): HTMLElement | undefined {
  const isBefore = (one: HTMLElement, other: HTMLElement) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  return [...seen].reduce<HTMLElement | undefined>(
    (first, one) => (first && isBefore(first, one) ? first : one),
    undefined,
  )
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Whether keys decide about this card, wherever the focus is. */
export function useTakesKeys(card: RefObject<HTMLElement | null>, isSeen: boolean): boolean {
  useEffect(() => {
    const element = card.current
    if (!element || !isSeen) return
    const tell = () => {
      for (const notify of listeners) notify()
    }
    seen.add(element)
    tell()
    return () => {
      seen.delete(element)
      tell()
    }
  }, [card, isSeen])
  const isFirst = () => isSeen && card.current !== null && firstSeen() === card.current
  return useSyncExternalStore(subscribe, isFirst, () => false)
}

interface Keys {
  isMac: boolean
  takesKeys: boolean
  /** Something on the card is open; a key closes that first. */
  isOpen: boolean
  onKey: (command: 'run' | 'deny') => void
}

/** Returns why the last key did nothing: it could have discarded a text being written. */
export function useApprovalKeys(
  card: RefObject<HTMLElement | null>,
  keys: Keys,
): Exclude<ApprovalCommand, 'run' | 'deny'> | null {
  const [held, setHeld] = useState<Exclude<ApprovalCommand, 'run' | 'deny'> | null>(null)
  const latest = useRef({ ...keys, held })
  latest.current = { ...keys, held }
  const { isMac, takesKeys } = keys
  useEffect(() => {
    const receive = (event: KeyboardEvent) => {
      // A covered card cannot be seen completely, so no key decides about it.
      if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return
      const focused = document.activeElement
      const owner = focused?.closest('[data-approval]')
      if (owner ? owner !== card.current : !takesKeys) return
      const isTyping = focused instanceof HTMLElement && 'value' in focused && focused.value !== ''
      const { isOpen, held, onKey } = latest.current
      const command = approvalCommandOf(event, isMac, isTyping && !isOpen)
      // Typing on clears the remark about the last key.
      if (!command) return event.key.length === 1 && setHeld(null)
      event.preventDefault()
      if (command === 'run' || command === 'deny') onKey(command)
      else if (command === 'deny-typing' && held === command) onKey('deny')
      else setHeld(command)
    }
    window.addEventListener('keydown', receive)
    return () => window.removeEventListener('keydown', receive)
  }, [card, isMac, takesKeys])
  return held
}
