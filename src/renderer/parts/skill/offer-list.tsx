import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { say, type Text } from '#shared/messages/say'
import type { ServerOffers, ServerPrompt } from '#shared/skill/mcp-server'
import { toVisible } from '#shared/visible'

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

export interface ServerOffersActions {
  onPrompt: (server: string, prompt: ServerPrompt) => void
  onResource: (server: string, uri: string) => void
  onSkill: (server: string, uri: string) => void
}

/** Without actions if its servers may not start. */
type ServerOffersListProps = { offers: readonly ServerOffers[] } & Partial<ServerOffersActions>

/** What a skill's servers offer besides tools. */
export function ServerOffersList({ offers, onPrompt, onResource, onSkill }: ServerOffersListProps) {
  const prompts = offers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      ...{ key: `${server} ${prompt.name}`, name: prompt.name },
      lines: [prompt.description, prompt.args.map(({ name }) => name).join(', ')],
      act: onPrompt && (() => onPrompt(server, prompt)),
    })),
  )
  const resources = offers.flatMap(({ server, resources }) =>
    resources.map(({ uri, name, description }) => ({
      ...{ key: `${server} ${uri}`, name, lines: [description, uri] },
      act: onResource && (() => onResource(server, uri)),
    })),
  )
  const skills = offers.flatMap(({ server, skills }) =>
    skills.map(({ uri, name, description, files }) => ({
      ...{ key: `${server} ${uri}`, name },
      lines: [description, files === null ? say('Its files cannot be verified') : countOf(files, 'file', 'files')],
      act: onSkill && files !== null ? () => onSkill(server, uri) : undefined,
    })),
  )
  return (
    <>
      <OfferList heading="Prompts" action="Use in chat" offers={prompts} isRuled />
      <OfferList heading="Resources" action="Attach" offers={resources} isRuled />
      <OfferList heading="Skills of its servers" action="Install and review" offers={skills} isRuled />
    </>
  )
}
