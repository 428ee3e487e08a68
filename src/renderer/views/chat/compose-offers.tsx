import { useEffect, useRef, useState } from 'react'
import { PlaygroundForm } from '#renderer/parts/call/playground-form.tsx'
import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { type OffersState, serverWordsOf } from '#renderer/store/offers.ts'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** The arguments of a prompt, above the draft that it becomes. */
export function PromptArguments() {
  const chosen = useApp((app) => app.promptForm)
  return chosen && <PromptForm key={`${chosen.server} ${chosen.prompt.name}`} chosen={chosen} />
}

function PromptForm({ chosen }: { chosen: NonNullable<OffersState['promptForm']> }) {
  const { prompt, server } = chosen
  const [values, setValues] = useState<Record<string, string>>({})
  const form = useRef<HTMLFieldSetElement>(null)
  // The person opened it to write.
  useEffect(() => form.current?.querySelector<HTMLElement>('.field')?.focus(), [])
  const { insertPrompt, closePrompt } = useApp.getState()
  const isReady = prompt.args.every(({ name, isRequired }) => !isRequired || values[name])
  const insert = () => {
    const given = Object.entries(values).filter(([, value]) => value !== '')
    void insertPrompt(chosen, prompt.name, Object.fromEntries(given))
  }
  const fields = prompt.args.map((arg) => ({ ...arg, kind: 'text' as const, choices: [] }))
  return (
    <fieldset
      ref={form}
      className="box pad stack gap-3 prompt-form"
      aria-label={say('Prompt {name} of {server}', { name: toVisible(prompt.name).text, server })}
      onKeyDown={(event) => event.key === 'Escape' && closePrompt()}
    >
      <p className="soft small">{toVisible(prompt.description || prompt.name).text}</p>
      <PlaygroundForm
        fields={fields}
        values={values}
        problems={{}}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
      <div className="row gap-2">
        <Button look="quiet" className="end" onClick={closePrompt}>
          {say('Cancel')}
        </Button>
        <Button look="strong" disabled={!isReady} onClick={insert}>
          {say('Show the text')}
        </Button>
      </div>
    </fieldset>
  )
}

/** A reminder before sending: not all of this draft is the person's own text. */
export function ServerWords() {
  const servers = useApp(serverWordsOf)
  if (servers.length === 0) return null
  return (
    <p className="banner row gap-4 apart wash" role="status">
      {say('Contains text from {servers}. Read it before you send it; commands after it need your approval.', {
        servers: servers.join(', '),
      })}
      <Button look="quiet" onClick={useApp.getState().discardServerWords}>
        {say('Discard')}
      </Button>
    </p>
  )
}
