import { type ReactNode, useState } from 'react'
import { Button, Form, TextButton } from '#renderer/parts/ui/controls.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import { EmptyState } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { type PullState, RECOMMENDED } from '#shared/model/model'
import { actionFor, type OllamaAction } from '#shared/model/ollama-action'
import type { OllamaCause, OllamaState } from '#shared/requests/requests'
import { pullLine, shareOf } from './model-words.ts'

type NotReady = Exclude<OllamaState, { state: 'ready' }>

export function OllamaHelp({ ollama }: { ollama: NotReady }) {
  return (
    <>
      <NextStep ollama={ollama} />
      {ollama.state === 'unreachable' && actionFor(ollama) !== 'change-host' && (
        <TextButton text="Change the address" onClick={() => useApp.getState().show('settings')} />
      )}
    </>
  )
}

export function NextStep({ ollama }: { ollama: NotReady }) {
  const isPulling = useApp(({ pulls }) => [...pulls.values()].some(({ state }) => state === 'running'))
  const action = actionFor(ollama) ?? 'try-again'
  const isFetching = action === 'pull-model' && isPulling
  return (
    <EmptyState
      title={titleOf(ollama)}
      actions={
        !isFetching && (
          <Button look="strong" onClick={() => void useApp.getState().actOnOllama(action, ollama)}>
            {actionLabel(action, ollama)}
          </Button>
        )
      }
    >
      {wordsOf(ollama, action)}
      {action === 'pull-model' && <Pulls />}
      <p className="quiet">{say('Skillet keeps checking and continues when Ollama is ready.')}</p>
    </EmptyState>
  )
}

export function titleOf(ollama: NotReady): string {
  if (ollama.state === 'no-model') {
    return say(ollama.others?.length ? 'No chat model installed' : 'No models installed')
  }
  if (ollama.state === 'too-old') return say('Ollama {version} is too old', { version: ollama.version })
  return say(ollama.cause === undefined ? 'Ollama is not reachable' : TITLES[ollama.cause])
}

const TITLES: Record<OllamaCause, Text> = {
  'not-installed': 'Ollama is not installed',
  'not-running': 'Ollama is not running',
  'wrong-port': 'Ollama uses a different address',
  'wrong-host': 'Computer not found',
  'other-program': 'This address is not Ollama',
  silent: 'Ollama is responding very slowly',
  failing: 'Ollama returns errors',
  'needs-consent': 'Your prompts would be sent unencrypted',
}

function wordsOf(ollama: NotReady, action: OllamaAction): ReactNode {
  if (ollama.state === 'no-model') {
    return (
      <p>
        {ollama.others?.length
          ? say('Installed, but not for chat: {models}.', {
              models: ollama.others.map(({ name }) => name).join(', '),
            })
          : say('Ollama {version} is running.', { version: ollama.version })}{' '}
        {say('{model} supports tools and runs on most computers ({size}).', {
          model: RECOMMENDED.name,
          size: formatBytes(RECOMMENDED.bytes),
        })}
      </p>
    )
  }
  if (ollama.state === 'too-old') return <p>{sayMessage(ollama.message)}</p>
  if (action === 'install') {
    return (
      <p>
        {say('Ollama is free and runs models on your own computer. Nothing answers at {host} yet.', {
          host: ollama.host,
        })}
      </p>
    )
  }
  return (
    <>
      <p>{sayMessage(ollama.message)}</p>
      {action === 'start' && (
        <pre className="command pad" data-size="small">
          <code>{START_COMMAND}</code>
        </pre>
      )}
    </>
  )
}

const START_COMMAND = 'ollama serve'

const LABELS: Record<OllamaAction, Text> = {
  install: 'Open Ollama’s download page',
  start: 'Copy the start command',
  'use-found-host': 'Use the found address',
  'change-host': 'Change the address',
  update: 'Open Ollama’s download page',
  'pull-model': 'Download {model}',
  consent: 'Review the risk…',
  'try-again': 'Try again',
}

export const actionLabel = (action: OllamaAction, ollama: NotReady): string =>
  action === 'use-found-host' && ollama.state === 'unreachable' && ollama.foundAt
    ? say('Use {host}', { host: ollama.foundAt })
    : say(LABELS[action], { model: RECOMMENDED.name })

/** Shown at every composer while it applies. */
export function ElsewhereLine() {
  const host = useApp(({ ollama }) => (ollama?.isElsewhere ? ollama.host : null))
  if (host === null) return null
  return (
    <p className="elsewhere care small wash">{say('Your prompts leave this computer and go to {host}.', { host })}</p>
  )
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/

export function PullForm() {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const isName = NAME.test(trimmed)
  return (
    <Form
      className="pull-form stack gap-1"
      onSend={() => {
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
        <Button text="Download" type="submit" disabled={!isName} />
      </span>
      <small className="quiet small" id="pull-says">
        {say(
          trimmed !== '' && !isName
            ? 'Use only letters, digits and . _ : / @ -, for example qwen3:4b.'
            : 'Enter a name from the Ollama library. Ollama downloads the model.',
        )}
      </small>
    </Form>
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
      <div className="row gap-2 gap-x-3 wrap">
        <strong>{model}</strong>
        <span className="figure grow">{pullLine(pull)}</span>
        {isRunning && (
          <Button
            text="Stop"
            aria-label={say('Stop downloading {model}', { model })}
            onClick={() => void ask('model.cancelPull', { model })}
          />
        )}
        {(pull.state === 'stopped' || pull.state === 'failed') && (
          <Button
            text="Resume"
            aria-label={say('Resume downloading {model}', { model })}
            onClick={() => void pullModel(model)}
          />
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
