import { Button } from '#renderer/parts/ui/button.tsx'
import { say, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

export interface Offer {
  key: string
  name: string
  /** In somebody else's words, each on a line of its own. */
  lines: readonly string[]
  /** Absent where nothing can be done with it. */
  act?: (() => void) | undefined
  /** The button's name, where its words are not enough. */
  label?: string
}

interface OfferListProps {
  heading: Text
  action: Text
  offers: readonly Offer[]
  isDisabled?: boolean
  isRuled?: boolean
}

/** Things to take, each with a button; nothing where there is none. */
export function OfferList({ heading, action, offers, isDisabled = false, isRuled = false }: OfferListProps) {
  if (offers.length === 0) return null
  return (
    <section aria-label={say(heading)}>
      <h3 className={isRuled ? 'ruled label' : 'label'}>{say(heading)}</h3>
      <ul className="intake-list">
        {offers.map(({ key, name, lines, act, label = `${say(action)}: ${toVisible(name).text}` }) => (
          <li className="row wrap ruled" key={key}>
            <span className="row-words stack grow">
              <strong>{toVisible(name).text}</strong>
              {lines.filter(Boolean).map((line) => (
                <small className="truncate quiet small" key={line}>
                  {toVisible(line).text}
                </small>
              ))}
            </span>
            {act && (
              <Button aria-label={label} disabled={isDisabled} onClick={act}>
                {say(action)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
