import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { useTakesKeys } from './approval-keys.ts'
import { useArming } from './use-arming.ts'

/** The refs of a card, and whether it accepts keys and approval. */
export function useCard(digest: string) {
  const card = useRef<HTMLFieldSetElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const arming = useArming(header, footer, digest)
  return { ...{ card, header, footer }, ...arming, takesKeys: useTakesKeys(card, arming.isSeen) }
}

interface CardFrameProps {
  tool: string
  digest: string
  card: RefObject<HTMLFieldSetElement | null>
  header: RefObject<HTMLElement | null>
  heading: ReactNode
  chip: ReactNode
  target: ReactNode
  pager: ReactNode
  /** Further paragraphs of the header. */
  more?: ReactNode
  children: ReactNode
}

export function CardFrame(props: CardFrameProps) {
  const { tool, digest, card, header, heading, chip, target, pager, more, children } = props
  return (
    <fieldset className="approval" ref={card} data-approval={digest} aria-label={say('Approve {tool}', { tool })}>
      <header className="approval-head" ref={header}>
        <i className="waits" />
        <h2>{heading}</h2>
        {chip}
        <p className="soft">{target}</p>
        {pager}
        {more}
      </header>
      {children}
    </fieldset>
  )
}

interface DenyButtonProps {
  takesKeys: boolean
  isAnswering: boolean
  onDeny: () => void
}

export const DenyButton = ({ takesKeys, isAnswering, onDeny }: DenyButtonProps) => (
  <Button look="quiet" className="deny" keys={takesKeys ? 'Esc' : undefined} disabled={isAnswering} onClick={onDeny}>
    {say('Deny')}
  </Button>
)

/** The other program that makes the call. */
export const ProgramTag = ({ name }: { name: string }) => (
  <span className="tag" data-look="warning">
    {say('Asked for by {name}', { name: toVisible(name).text })}
  </span>
)
