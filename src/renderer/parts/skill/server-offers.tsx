import type { ReactNode } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf, formatBytes } from '#renderer/parts/ui/figures.ts'
import { say, type Text } from '#shared/messages/say'
import type { ServerOffers, ServerPrompt } from '#shared/skill/mcp-server'
import { toVisible } from '#shared/visible'

export interface ServerOffersActions {
  onPrompt: (server: string, prompt: ServerPrompt) => void
  onResource: (server: string, uri: string) => void
  onSkill: (server: string, uri: string) => void
}

/** Without actions where its servers may not start. */
type ServerOffersListProps = { offers: readonly ServerOffers[] } & Partial<ServerOffersActions>

/** What the servers of a skill offer beside their tools. */
export function ServerOffersList({ offers, onPrompt, onResource, onSkill }: ServerOffersListProps) {
  const rows = offers.map(({ server, prompts, resources, skills }) => ({
    prompts: prompts.map((prompt) => ({
      ...{ key: `${server} ${prompt.name}`, name: prompt.name, about: prompt.description },
      detail: toVisible(prompt.args.map(({ name }) => name).join(', ')).text,
      act: onPrompt && (() => onPrompt(server, prompt)),
    })),
    resources: resources.map(({ uri, name, description }) => ({
      ...{ key: `${server} ${uri}`, name, about: description, detail: toVisible(uri).text },
      act: onResource && (() => onResource(server, uri)),
    })),
    skills: skills.map(({ uri, name, description, files, bytes }) => ({
      ...{ key: `${server} ${uri}`, name, about: description },
      detail:
        files === null
          ? say('Its files cannot be verified')
          : `${countOf(files, 'file', 'files')} · ${formatBytes(bytes)}`,
      act: onSkill && files !== null ? () => onSkill(server, uri) : undefined,
    })),
  }))
  return (
    <>
      <Offers heading="Prompts" action="Use in chat" rows={rows.flatMap(({ prompts }) => prompts)} />
      <Offers heading="Resources" action="Attach" rows={rows.flatMap(({ resources }) => resources)} />
      <Offers heading="Skills of its servers" action="Install and review" rows={rows.flatMap(({ skills }) => skills)} />
    </>
  )
}

interface OffersProps {
  heading: Text
  action: Text
  rows: readonly { key: string; name: string; about: string; detail: string; act: (() => void) | undefined }[]
}

function Offers({ heading, action, rows }: OffersProps): ReactNode {
  if (rows.length === 0) return null
  return (
    <section aria-label={say(heading)}>
      <h3 className="ruled label">{say(heading)}</h3>
      <ul className="intake-list">
        {rows.map(({ key, name, about, detail, act }) => (
          <li className="row wrap ruled" key={key}>
            <span className="row-words stack grow">
              <strong>{toVisible(name).text}</strong>
              {about !== '' && <span className="soft small">{toVisible(about).text}</span>}
              {detail !== '' && <small className="truncate quiet small">{detail}</small>}
            </span>
            {act && (
              <Button aria-label={`${say(action)}: ${toVisible(name).text}`} onClick={act}>
                {say(action)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
