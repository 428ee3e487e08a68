import { OfferList } from '#renderer/parts/skill/lists.tsx'
import { ServerSection } from '#renderer/parts/skill/review-sections.tsx'
import { waitsForReview } from '#renderer/parts/skill/skill-words.ts'
import { Button, SkillSwitch } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { ownOf } from '#shared/json'
import { say, type Text } from '#shared/messages/say'
import { describeServer, type McpServer, PERMITS, type Permit, type ServerOffers } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'

export function ServerList({ skill, servers }: { skill: Skill; servers: readonly McpServer[] }) {
  const { name: of, state, permits = {}, withheld, origin } = skill
  const isBusy = useApp((app) => app.switching.has(of))
  const { changeSkill, connectServers } = useApp.getState()
  const isSignedOut = withheld.some(({ diagnostic }) => diagnostic.code === 'SERVER_SIGN_IN')
  return (
    <ServerSection servers={servers.map(describeServer)}>
      {state === 'trusted' &&
        servers.flatMap(({ name: server, start }) =>
          PERMITS.filter((what) => what === 'sampling' || start.kind === 'command').map((what) => (
            <SkillSwitch
              key={`${server} ${what}`}
              label={say(LABELS[what], { server })}
              says={say(SAYS[what])}
              isOn={ownOf(permits, server)?.includes(what) === true}
              disabled={isBusy}
              onSwitch={(allowed) => void changeSkill('server.permit', { skill: of, server, what, allowed })}
            />
          )),
        )}
      {!waitsForReview(skill) && origin !== 'bundled' && (
        <div className="row wrap gap-3">
          <Button
            text={isSignedOut ? 'Sign in' : 'List tools'}
            look="strong"
            disabled={isBusy}
            onClick={() => void connectServers(of)}
          />
          <p className={isSignedOut ? 'bad small' : 'quiet small'}>
            {say(
              isSignedOut
                ? 'Sign in needed. Its page opens in your browser.'
                : 'Starts each server, lists what it offers and stops it.',
            )}
          </p>
        </div>
      )}
    </ServerSection>
  )
}

const LABELS: Record<Permit, Text> = { roots: 'Tell {server} its folders', sampling: 'Let {server} ask your model' }
const SAYS: Record<Permit, Text> = {
  roots: 'It learns the names of the folders it may use.',
  sampling: 'During a call, your model answers its questions, without tools and without your chat.',
}

interface ServerOffersListProps {
  skill: string
  offers: readonly ServerOffers[]
  /** Its servers may start. */
  isUsable: boolean
}

export function ServerOffersList({ skill, offers, isUsable }: ServerOffersListProps) {
  const { choosePrompt, attachResource, stageServed } = useApp.getState()
  const prompts = offers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      ...{ key: `${server} ${prompt.name}`, name: prompt.name },
      lines: [prompt.description, prompt.args.map(({ name }) => name).join(', ')],
      act: isUsable ? () => choosePrompt({ skill, server }, prompt) : undefined,
    })),
  )
  const resources = offers.flatMap(({ server, resources }) =>
    resources.map(({ uri, name, description }) => ({
      ...{ key: `${server} ${uri}`, name, lines: [description, uri] },
      act: isUsable ? () => void attachResource({ skill, server }, uri) : undefined,
    })),
  )
  const skills = offers.flatMap(({ server, skills }) =>
    skills.map(({ uri, name, description, files }) => ({
      ...{ key: `${server} ${uri}`, name },
      lines: [description, files === null ? say('Its files cannot be verified') : countOf(files, 'file', 'files')],
      act: isUsable && files !== null ? () => void stageServed({ skill, server }, uri) : undefined,
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
