import { type ReactNode, useEffect, useId, useState } from 'react'
import type { OllamaModel } from '#shared/calls'
import { KEEP_ALIVES, type KeepAlive, LEAST_CONTEXT, type ModelSettings } from '#shared/model-settings'
import { say } from '#shared/say'
import { Button } from './button.tsx'
import { formatCount } from './figures.ts'
import { KEPT } from './model-words.ts'

interface ModelSetupProps {
  model: OllamaModel
  /** Told all of what is set from now on; false where it was refused. */
  onSet: (settings: ModelSettings) => Promise<boolean>
}

/** What a person sets for one model; it goes with every request. */
export function ModelSetup({ model, onSet }: ModelSetupProps) {
  const { settings = {}, capabilities } = model
  const can = (what: string) => capabilities?.includes(what) ?? false
  const { keepAlive, think, context, pieceByPiece, ...rest } = settings
  const set = (change: ModelSettings) => {
    const others = { ...(keepAlive && { keepAlive }), ...(think && { think }), ...(context && { context }) }
    return onSet({ ...rest, ...others, ...(pieceByPiece && { pieceByPiece }), ...change })
  }
  /** Nothing said is as if it was never set. */
  const drop = (name: keyof ModelSettings) => {
    const { [name]: _, ...others } = settings
    return onSet(others)
  }
  return (
    <div className="model-setup">
      <ContextField model={model} onSet={(tokens) => (tokens === null ? drop('context') : set({ context: tokens }))} />
      <Field name={say('Stays in memory')} says={say('After an answer. A model that is gone takes a while to load.')}>
        {(id) => (
          <select
            id={id}
            className="field"
            value={keepAlive ?? ''}
            onChange={({ target }) =>
              void (target.value === '' ? drop('keepAlive') : set({ keepAlive: target.value as KeepAlive }))
            }
          >
            {(['', ...KEEP_ALIVES] as const).map((value) => (
              <option key={value} value={value}>
                {say(KEPT[value])}
              </option>
            ))}
          </select>
        )}
      </Field>
      {can('thinking') && (
        <Field name={say('Thinks first')} says={say('Slower, and often better. The composer has a switch for it.')}>
          {(id) => (
            <select
              id={id}
              className="field"
              value={think ?? ''}
              onChange={({ target }) =>
                void (target.value === '' ? drop('think') : set({ think: target.value as 'on' | 'off' }))
              }
            >
              <option value="">{say('As the model does')}</option>
              <option value="on">{say('On')}</option>
              <option value="off">{say('Off')}</option>
            </select>
          )}
        </Field>
      )}
      {can('tools') && (
        <Field
          name={say('Ask piece by piece')}
          says={say('It chooses a tool from a list and then fills it in. For models that call no tool by themselves.')}
        >
          {(id) => (
            <input
              id={id}
              type="checkbox"
              role="switch"
              className="switch"
              checked={pieceByPiece === true}
              aria-checked={pieceByPiece === true}
              onChange={() => void (pieceByPiece ? drop('pieceByPiece') : set({ pieceByPiece: true }))}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function Field({ name, says, children }: { name: string; says: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="setup-field">
      <div>
        <label htmlFor={id}>{name}</label>
        <p className="quiet">{says}</p>
      </div>
      {children(id)}
    </div>
  )
}

interface ContextFieldProps {
  model: OllamaModel
  onSet: (tokens: number | null) => Promise<boolean>
}

function ContextField({ model, onSet }: ContextFieldProps) {
  const set = model.settings?.context
  const known = set === undefined ? '' : String(set)
  const [typed, setTyped] = useState(known)
  useEffect(() => setTyped(known), [known])
  const says = model.contextLength
    ? say('In tokens, up to the {count} it was trained for. More needs more memory.', {
        count: formatCount(model.contextLength),
      })
    : say('In tokens. More needs more memory.')
  return (
    <Field name={say('Context')} says={says}>
      {(id) => (
        <form
          className="field-and-button"
          onSubmit={(event) => {
            event.preventDefault()
            void onSet(typed === '' ? null : Number(typed))
          }}
        >
          <input
            id={id}
            className="field mono"
            type="number"
            min={LEAST_CONTEXT}
            step={1}
            value={typed}
            placeholder={say('As Skillet chooses')}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" disabled={typed === known}>
            {say('Save')}
          </Button>
        </form>
      )}
    </Field>
  )
}
