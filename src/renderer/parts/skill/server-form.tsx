import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import type { FoundServer } from '#shared/skill/mcp-server'
import { toVisible } from '#shared/visible'

/** Accepts what server authors tell people to paste into other programs. */
export function ServerForm({ isReading, onAdd }: { isReading: boolean; onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="stack gap-2"
      aria-label={say('Add an MCP server')}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(text.trim())
      }}
    >
      <h3 className="label">{say('Add an MCP server')}</h3>
      <textarea
        className="field mono"
        aria-label={say('Command, address or JSON')}
        placeholder={say('A command, https://… or {example}', { example: '{ "mcpServers": … }' })}
        rows={3}
        value={text}
        spellCheck={false}
        maxLength={100_000}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" disabled={isReading || text.trim() === ''}>
          {say('Add and review')}
        </Button>
      </div>
    </form>
  )
}

interface FoundServersProps {
  servers: readonly FoundServer[]
  isReading: boolean
  onAdopt: (server: FoundServer) => void
}

/** What other programs on this computer are configured with, to be taken over one by one. */
export function FoundServers({ servers, isReading, onAdopt }: FoundServersProps) {
  if (servers.length === 0) return null
  return (
    <section aria-label={say('Servers found on this computer')}>
      <h3 className="label">{say('Servers found on this computer')}</h3>
      <ul className="intake-list">
        {servers.map((server) => {
          const { program, file, name, line, secrets } = server
          const kept = say('{names} go to the key store', { names: secrets.join(', ') })
          return (
            <li className="row wrap ruled" key={`${file} ${name}`}>
              <span className="row-words stack grow">
                <strong>{toVisible(name).text}</strong>
                <code className="truncate quiet small">{toVisible(line).text}</code>
                <small className="truncate quiet small">
                  {[program, secrets.length > 0 && kept].filter(Boolean).join(' · ')}
                </small>
              </span>
              <Button
                aria-label={say('Add {server} from {program}', { server: toVisible(name).text, program })}
                disabled={isReading}
                onClick={() => onAdopt(server)}
              >
                {say('Add and review')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
