import { countOf } from '#renderer/parts/ui/figures.ts'
import { say } from '#shared/messages/say'
import type { ServerOffers, ServerPrompt } from '#shared/skill/mcp-server'
import { OfferList } from './offer-list.tsx'

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
