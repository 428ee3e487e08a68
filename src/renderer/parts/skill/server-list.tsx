import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import { lineOfServer, type McpServer, secretsOf } from '#shared/skill/mcp-server'
import type { ReviewedServer } from '#shared/skill/review'
import { toVisible } from '#shared/visible'

/** A skill's servers, and the button that lists their tools. */
export function ServerList({
  servers,
  isBusy,
  onConnect,
}: {
  servers: readonly McpServer[]
  isBusy: boolean
  /** Absent if they may not start yet. */
  onConnect: (() => void) | undefined
}) {
  return (
    <ServerSection servers={servers.map(describeServer)}>
      {onConnect && (
        <div className="row gap-3">
          <Button look="strong" disabled={isBusy} onClick={onConnect}>
            {say('List tools')}
          </Button>
          <p className="quiet small">{say('Starts each server, lists what it offers and stops it.')}</p>
        </div>
      )}
    </ServerSection>
  )
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
