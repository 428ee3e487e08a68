import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'

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
