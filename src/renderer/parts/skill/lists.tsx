import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

type Shown = Omit<Diagnostic, 'code'> & { code: string; subject?: string }

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const
const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

export function DiagnosticList({ diagnostics }: { diagnostics: readonly Shown[] }) {
  return (
    <ul className="diagnostics">
      {diagnostics.map((diagnostic) => {
        const { severity, code, file, path, message, remedy, subject } = diagnostic
        const Icon = ICONS[severity]
        return (
          <li
            className="row start gap-3 pad-y-2 ruled"
            key={`${code} ${file} ${path} ${textOf(message)}`}
            data-severity={severity}
          >
            <Icon size="0.9375rem" strokeWidth={1.75} aria-label={say(WORDS[severity])} />
            <div>
              <p>
                {subject && <code>{subject}:</code>} {sayMessage(message)}
              </p>
              <p className="quiet small">{sayMessage(remedy)}</p>
              <p className="quiet small">
                <code>{[file, path, code].filter(Boolean).join(' · ')}</code>
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface Offer {
  key: string
  name: string
  /** Somebody else's words, one line each. */
  lines: readonly string[]
  /** Absent if it cannot be used. */
  act?: (() => void) | undefined
  /** The button's accessible name, if its label is not enough. */
  label?: string
}

interface OfferListProps {
  heading: Text
  action: Text
  offers: readonly Offer[]
  isDisabled?: boolean
  isRuled?: boolean
}

/** A list of offers with a button each; nothing if it is empty. */
export function OfferList({ heading, action, offers, isDisabled = false, isRuled = false }: OfferListProps) {
  if (offers.length === 0) return null
  return (
    <section aria-label={say(heading)}>
      <h3 className={isRuled ? 'ruled label' : 'label'}>{say(heading)}</h3>
      <ul className="intake-list">
        {offers.map(({ key, name, lines, act, label = `${say(action)}: ${toVisible(name).text}` }) => (
          <li className="row wrap gap-1 gap-x-3 pad-y-2 ruled" key={key}>
            <span className="stack grow">
              <strong>{toVisible(name).text}</strong>
              {lines.filter(Boolean).map((line) => (
                <small className="truncate quiet small" key={line}>
                  {toVisible(line).text}
                </small>
              ))}
            </span>
            {act && <Button text={action} aria-label={label} disabled={isDisabled} onClick={act} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
