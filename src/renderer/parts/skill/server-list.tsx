import { Button } from '#renderer/parts/ui/button.tsx'
import { say, type Text } from '#shared/messages/say'
import { lineOfServer, type McpServer, PERMITS, type Permit, secretsOf } from '#shared/skill/mcp-server'
import type { ReviewedServer } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import { toVisible } from '#shared/visible'
import { SkillSwitch } from './skill-switch.tsx'

/** A skill's servers, and the button that lists their tools. */
export function ServerList({
  servers,
  signedOut,
  isBusy,
  permits,
  onPermit,
  onConnect,
}: {
  servers: readonly McpServer[]
  /** It wants the person to sign in. */
  signedOut: boolean
  isBusy: boolean
  permits: Skill['permits']
  /** Absent where they may not start yet. */
  onPermit: ((server: string, what: Permit, allowed: boolean) => void) | undefined
  /** Absent if they may not start yet. */
  onConnect: (() => void) | undefined
}) {
  return (
    <ServerSection servers={servers.map(describeServer)}>
      {onPermit &&
        servers.flatMap(({ name, start }) =>
          PERMITS.filter((what) => what === 'sampling' || start.kind === 'command').map((what) => (
            <SkillSwitch
              key={`${name} ${what}`}
              label={say(LABELS[what], { server: name })}
              says={say(SAYS[what])}
              isOn={permits?.[name]?.includes(what) === true}
              isDisabled={isBusy}
              onSwitch={(isOn) => onPermit(name, what, isOn)}
            />
          )),
        )}
      {onConnect && (
        <div className="row wrap gap-3">
          <Button look="strong" disabled={isBusy} onClick={onConnect}>
            {say(signedOut ? 'Sign in' : 'List tools')}
          </Button>
          <p className="quiet small" data-look={signedOut ? 'bad' : undefined}>
            {say(
              signedOut
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

/** What each server starts or connects to, and what it receives. */
export function ServerSection({
  servers,
  children,
}: {
  servers: readonly ReviewedServer[]
  children?: React.ReactNode
}) {
  return (
    <section className="stack gap-2" aria-label={say('Servers')}>
      <h3 className="ruled label">{say('Servers')}</h3>
      <ul className="programs">
        {servers.map(({ name, line, env, secrets, folders, network }) => (
          <li className="stack gap-1 ruled" key={name}>
            <strong>{name}</strong>
            <code>{line}</code>
            <p className="quiet small">
              {[
                folders.length > 0
                  ? say('Can change {folders}', { folders: folders.join(', ') })
                  : say('Opens no folders'),
                network ? say('Uses the internet') : say('No internet'),
                env.length > 0 && say('Gets {names}', { names: env.join(', ') }),
                secrets.length > 0 && say('Gets the secrets {names}', { names: secrets.join(', ') }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function describeServer(server: McpServer): ReviewedServer {
  const { start, name } = server
  const given = start.kind === 'command' ? start : { env: start.headers, folders: [], network: true }
  return {
    ...{ name, line: toVisible(lineOfServer(server)).text, folders: given.folders, network: given.network },
    ...{ env: given.env.map((each) => each.name), secrets: secretsOf(server) },
  }
}
