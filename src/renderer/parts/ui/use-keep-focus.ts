import { type RefObject, useEffect } from 'react'

const FOCUSABLE = ':is(button, input, select, textarea, a[href], summary, [tabindex="0"]):not(:disabled)'

const focusableIn = (node: Node | null): HTMLElement[] =>
  node instanceof HTMLElement && node.isConnected ? [...node.querySelectorAll<HTMLElement>(FOCUSABLE)] : []

/** When the row that has the focus goes away, the focus goes to the same control of the next row, or near it. */
export function useKeepFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = box.current
    if (!root) return
    let last: HTMLElement | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
    }
    // The person takes the focus away.
    const forget = () => {
      last = null
    }
    const observer = new MutationObserver((records) => {
      const lost = last
      if (!lost || lost.isConnected || document.activeElement !== document.body) return
      last = null
      for (const { target, removedNodes, nextSibling, previousSibling } of records) {
        const row = [...removedNodes].find((node) => node.contains(lost))
        if (!(row instanceof HTMLElement)) continue
        const at = [...row.querySelectorAll(FOCUSABLE)].indexOf(lost)
        const near = [nextSibling, previousSibling].map(focusableIn).find(({ length }) => length > 0)
        let around: Node | null = target
        while (around && around !== root && focusableIn(around).length === 0) around = around.parentNode
        // A long table removes rows that are scrolled away, and moves the focus among its rows itself.
        const grid = target instanceof Element ? target.closest<HTMLElement>('[role="grid"]') : null
        const next = grid ?? near?.[at] ?? near?.[0] ?? focusableIn(around)[0]
        return next?.focus({ preventScroll: true })
      }
    })
    observer.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', note)
    window.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', note)
      window.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [box])
}
