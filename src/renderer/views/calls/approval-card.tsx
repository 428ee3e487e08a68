import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { type ApprovalCommand, approvalCommandOf } from '#renderer/parts/ui/keys.ts'
import { Warning } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { ChatApproval, ChatCall } from '#shared/requests/chat-requests'
import { toVisible } from '#shared/visible'
import { OtherCalls, Pager } from './other-calls.tsx'

export interface Asked {
  call: ChatCall
  approval: ChatApproval
  /** All calls waiting in its chat, including this one; absent outside any chat. */
  waiting?: readonly ChatCall[] | undefined
}

interface Keys {
  /** Something on the card is open; a key closes that first. */
  isOpen: boolean
  onKey: (command: 'run' | 'deny') => void
}

/** Whether a card accepts keys and approval, and whether its answer is being sent. */
export function useCard({ call, approval }: Asked, keys: Keys) {
  const card = useRef<HTMLFieldSetElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const isAnswering = useApp(({ answering }) => answering.has(call.call))
  const isMac = useApp(({ about }) => about?.platform === 'darwin')
  const arming = useArming(header, footer, approval.digest)
  const takesKeys = useTakesKeys(card, arming.isSeen)
  const held = useApprovalKeys(card, { ...keys, isMac, takesKeys })
  return { ...arming, card, header, footer, isAnswering, isMac, takesKeys, held }
}

interface CardFrameProps extends Asked {
  state: ReturnType<typeof useCard>
  heading: ReactNode
  chip: ReactNode
  target: ReactNode
  /** Further paragraphs of the header. */
  more: ReactNode
  children: ReactNode
  /** What a button opened. */
  panel?: ReactNode
  /** The buttons before and after *Deny*. */
  before?: ReactNode
  buttons: ReactNode
  onDeny: () => void
}

export function CardFrame(props: CardFrameProps) {
  const { call, approval, waiting = [], state, heading, chip, target, more, children, panel, before, buttons } = props
  const { tool, caller, followsUntrusted } = call
  return (
    <fieldset
      className="approval"
      ref={state.card}
      data-approval={approval.digest}
      aria-label={say('Approve {tool}', { tool })}
    >
      <header className="approval-head" ref={state.header}>
        <i className="waits" />
        <h2>{heading}</h2>
        {chip}
        <p className="soft">
          {target}
          {caller.kind === 'program' && (
            <Warning>{say('Asked for by {name}', { name: toVisible(caller.name).text })}</Warning>
          )}
          {followsUntrusted && (
            <Warning title={say('Untrusted text may have led the model to ask for this.')}>
              {say('follows untrusted output')}
            </Warning>
          )}
        </p>
        {waiting.length > 1 && <Pager call={call} waiting={waiting} />}
        {more}
      </header>
      {children}
      {waiting.length > 1 && <OtherCalls call={call} waiting={waiting} />}
      {panel}
      <footer className="row wrap" ref={state.footer}>
        {before}
        <span className="row wrap right gap-2 end">
          <Button
            text="Deny"
            look="quiet"
            className="deny"
            keys={state.takesKeys ? 'Esc' : undefined}
            disabled={state.isAnswering}
            // The second half of a double click was meant for the card before.
            onClick={({ detail }) => detail < 2 && props.onDeny()}
          />
          {buttons}
        </span>
      </footer>
    </fieldset>
  )
}

/** Whether a whole card has been in view, unchanged, for long enough to accept approval. */
function useArming(beginning: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>, digest: string) {
  const arming = useRef(startArming(digest))
  const [armed, setArmed] = useState(false)
  /** Its end is visible and its beginning was. */
  const [isSeen, setSeen] = useState(false)
  /** Its beginning has been visible since it appeared. */
  const [isBeginningSeen, setBeginningSeen] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const step = useCallback((event: ArmingEvent) => {
    arming.current = stepArming(arming.current, event, performance.now())
    clearTimeout(timer.current)
    const wait = untilArmed(arming.current, performance.now())
    setArmed(wait === 0)
    setSeen(wait !== null)
    if (wait) timer.current = setTimeout(() => setArmed(isArmed(arming.current, performance.now())), wait + 1)
  }, [])

  useEffect(() => step({ kind: 'changed', digest }), [digest, step])
  useEffect(() => {
    const [first, last] = [beginning.current, end.current]
    if (!first || !last) return
    let isEndIn = false
    let hasBegun = false
    const look = () => {
      const isVisible = document.visibilityState === 'visible'
      setBeginningSeen(hasBegun)
      step({ kind: isEndIn && hasBegun && isVisible ? 'shown' : 'hidden' })
    }
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (target === last) isEndIn = isIntersecting
        else hasBegun ||= isIntersecting
      }
      look()
    })
    observer.observe(first)
    observer.observe(last)
    const focus = () => step({ kind: 'focused' })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', focus)
    return () => {
      observer.disconnect()
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', focus)
    }
  }, [beginning, end, step])

  const check = useCallback(() => isArmed(arming.current, performance.now()), [])
  return { armed, isSeen, isBeginningSeen, check }
}

/** The cards that are in view and were seen completely. The first one takes the keys. */
const seen = new Set<HTMLElement>()
const listeners = new Set<() => void>()

const firstSeen = (): HTMLElement | undefined =>
  [...seen].toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0]

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Whether keys decide about this card, wherever the focus is. */
function useTakesKeys(card: RefObject<HTMLElement | null>, isSeen: boolean): boolean {
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

type Held = Exclude<ApprovalCommand, 'run' | 'deny'>

/** Returns why the last key did nothing: it could have discarded a text being written. */
function useApprovalKeys(
  card: RefObject<HTMLElement | null>,
  keys: Keys & { isMac: boolean; takesKeys: boolean },
): Held | null {
  const [held, setHeld] = useState<Held | null>(null)
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

/**
 * How long a card must be in view, unchanged, before it accepts approval, so that nobody approves what has just
 * appeared.
 */
export const ARM_MS = 600

export interface Arming {
  readonly digest: string
  /** When this content came into view; null while it is not visible. */
  readonly since: number | null
}

export function startArming(digest: string): Arming {
  return { digest, since: null }
}

export type ArmingEvent =
  | { kind: 'shown' }
  | { kind: 'hidden' }
  | { kind: 'focused' }
  | { kind: 'changed'; digest: string }

/** Changed content, a changed view, or a window that has just come forward restarts the wait. */
export function stepArming(arming: Arming, event: ArmingEvent, now: number): Arming {
  switch (event.kind) {
    case 'shown':
      return arming.since === null ? { ...arming, since: now } : arming
    case 'hidden':
      return arming.since === null ? arming : { ...arming, since: null }
    case 'focused':
      return arming.since === null ? arming : { ...arming, since: now }
    case 'changed':
      if (event.digest === arming.digest) return arming
      return { digest: event.digest, since: arming.since === null ? null : now }
  }
}

/** Milliseconds until it accepts approval: 0 when armed, null while it is not visible. */
export function untilArmed(arming: Arming, now: number): number | null {
  return arming.since === null ? null : Math.max(0, arming.since + ARM_MS - now)
}

export function isArmed(arming: Arming, now: number): boolean {
  return untilArmed(arming, now) === 0
}
