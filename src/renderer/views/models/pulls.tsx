import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { type PullState, RECOMMENDED } from '#shared/model/model'
import { pullLine, shareOf } from './model-words.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/

/** Downloads a model by name. */
export function PullForm() {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const isName = NAME.test(trimmed)
  return (
    <form
      className="pull-form stack gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isName) return
        void useApp.getState().pullModel(trimmed)
        setName('')
      }}
    >
      <label className="bold" htmlFor="pull-name">
        {say('Download a model')}
      </label>
      <span className="gap-2 row">
        <input
          className="field mono small"
          id="pull-name"
          value={name}
          placeholder={RECOMMENDED.name}
          spellCheck={false}
          maxLength={300}
          aria-describedby="pull-says"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={!isName}>
          {say('Download')}
        </Button>
      </span>
      <small className="quiet small" id="pull-says">
        {say(
          trimmed !== '' && !isName
            ? 'Use only letters, digits and . _ : / @ -, for example qwen3:4b.'
            : 'Enter a name from the Ollama library. Ollama downloads the model.',
        )}
      </small>
    </form>
  )
}

/** Running downloads, and how the others of this session ended. */
export function Pulls() {
  const pulls = useApp((app) => app.pulls)
  if (pulls.size === 0) return null
  return (
    <ul className="wide stack gap-3">
      {[...pulls.values()].map((pull) => (
        <li key={pull.model}>
          <PullProgress pull={pull} />
        </li>
      ))}
    </ul>
  )
}

function PullProgress({ pull }: { pull: PullState }) {
  const { model } = pull
  const { pullModel, ask } = useApp.getState()
  const isRunning = pull.state === 'running'
  return (
    <section
      className="pull pad-y-2 stack gap-2 ruled"
      aria-label={say('Downloading {model}', { model })}
      data-state={pull.state}
    >
      <div className="row gap-3">
        <strong>{model}</strong>
        <span className="figure grow">{pullLine(pull)}</span>
        {isRunning && (
          <Button
            aria-label={say('Stop downloading {model}', { model })}
            onClick={() => void ask('model.cancelPull', { model })}
          >
            {say('Stop')}
          </Button>
        )}
        {(pull.state === 'stopped' || pull.state === 'failed') && (
          <Button aria-label={say('Resume downloading {model}', { model })} onClick={() => void pullModel(model)}>
            {say('Resume')}
          </Button>
        )}
      </div>
      {pull.state !== 'done' && pull.bytes > 0 && <Bar name={model} part={pull} />}
      {isRunning && (
        <details>
          <summary className="quiet small">{pull.step || say('Starting')}</summary>
          <ol className="layers">
            {pull.layers.map((layer) => (
              <li className="stack gap-3 small" key={layer.digest}>
                <code>{layer.digest.replace('sha256:', '').slice(0, 12)}</code>
                <Bar name={say('Layer {digest}', { digest: layer.digest.slice(0, 19) })} part={layer} />
                <span className="figure">{formatBytes(layer.bytes)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function Bar({ name, part }: { name: string; part: { bytes: number; doneBytes: number } }) {
  return <progress className="progress" aria-label={name} max={1} value={shareOf(part)} />
}
