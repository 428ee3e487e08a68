import { useState } from 'react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatMs } from '#renderer/parts/ui/figures.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Scroll, Table } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { modelInUse, modelsIn } from '#renderer/store/models.ts'
import { Page } from '#renderer/views/pages/page.tsx'
import { say, sayMessage } from '#shared/messages/say'
import { type ComparedAnswer, MOST_COMPARED, type ModelComparison } from '#shared/model/model-comparison'
import type { OllamaModel } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'
import { Failed, ModelSetup, Trial, Working } from './model-setup.tsx'
import { canChat, capabilityWords, cautionOf, figuresOf, loadedWords, setupLine } from './model-words.ts'
import { ElsewhereLine, OllamaHelp, PullForm, Pulls } from './ollama-help.tsx'

export function Models() {
  const ollama = useApp((app) => app.ollama)
  const isReady = ollama?.state === 'ready'
  return (
    <Page
      title={say('Models')}
      note={isReady && say('Ollama {version} at {host}', { version: ollama.version, host: ollama.host })}
      actions={<Button text="Refresh" onClick={useApp.getState().refreshOllama} />}
    >
      <Scroll className="page-scroll grow" label={say('Installed models')}>
        {!ollama && <p className="quiet">{say('Looking for Ollama…')}</p>}
        {ollama && !isReady && <OllamaHelp ollama={ollama} />}
        {isReady && (
          <div className="narrow stack gap-4">
            <ElsewhereLine />
            <p className="quiet">{say('Used for the next message in every chat.')}</p>
            <ModelList />
            <PullForm />
            <Pulls />
            <Comparison />
          </div>
        )}
      </Scroll>
    </Page>
  )
}

export function ModelList() {
  const models = useApp(modelsIn)
  const chosen = useApp((app) => app.settings.model)
  const isGone = chosen !== '' && !models.some(({ name }) => name === chosen)
  return (
    <>
      {isGone && (
        <p className="bad small">{say('{model} is not installed. Choose another model.', { model: chosen })}</p>
      )}
      <fieldset className="stack">
        <legend className="sr-only">{say('Default model')}</legend>
        {models.map((model) => (
          <ModelRow key={model.name} model={model} />
        ))}
      </fieldset>
    </>
  )
}

function ModelRow({ model }: { model: OllamaModel }) {
  const { name } = model
  const isInUse = useApp((app) => modelInUse(app) === name)
  const caution = cautionOf(model)
  const { changeSetting, unloadModel, deleteModel } = useApp.getState()
  return (
    <div className="model gap-2 gap-x-3 pad-y-3 row wrap apart ruled">
      <label className="row gap-3 fill">
        <input
          type="radio"
          name="model"
          value={name}
          checked={isInUse}
          disabled={!canChat(model)}
          onChange={() => void changeSetting('model', name)}
        />
        <span className="stack grow">
          <span className="baseline gap-x-3 row wrap">
            <strong>{name}</strong>
            <span className="inline gap-3 quiet tiny">
              {capabilityWords(model)?.map(({ icon, word }) => (
                <span key={word} className="inline gap-1">
                  <Icon name={icon} size={13} />
                  {word}
                </span>
              ))}
            </span>
          </span>
          <small className="quiet small">{figuresOf(model)}</small>
          {caution && <small className="quiet care small">{caution}</small>}
        </span>
      </label>
      <span className="model-actions row gap-1 wrap">
        {model.isLoaded && (
          <>
            <span className="word" data-look="good">
              {loadedWords(model)}
            </span>
            <Button
              text="Unload"
              look="quiet"
              aria-label={say('Unload {name}', { name })}
              onClick={() => void unloadModel(name)}
            />
          </>
        )}
        <Button
          text="Delete"
          look="quiet"
          aria-label={say('Delete {name}', { name })}
          onClick={() => void deleteModel(name)}
        />
      </span>
      {canChat(model) && <ModelMore model={model} />}
    </div>
  )
}

function ModelMore({ model }: { model: OllamaModel }) {
  const line = setupLine(model)
  return (
    <details className="model-more">
      <summary className="quiet small">
        {say('Set up and test')} <span className="sr-only">{model.name}</span>
        {line && <span className="figure"> · {line}</span>}
      </summary>
      <ModelSetup model={model} />
      <Trial model={model} />
    </details>
  )
}

export function Comparison() {
  const models = useApp(modelsIn)
    .filter(canChat)
    .map(({ name }) => name)
  const comparison = useApp((app) => app.comparedModels)
  const { compareModels, ask } = useApp.getState()
  const [chosen, setChosen] = useState<readonly string[]>(models.slice(0, 2))
  const toggle = (model: string) =>
    setChosen((now) => (now.includes(model) ? now.filter((one) => one !== model) : [...now, model]))
  const isRunning = comparison?.state === 'running'
  return (
    <section className="stack gap-3" aria-labelledby="model-comparison">
      <h2 id="model-comparison">{say('Compare on my last chats')}</h2>
      <p className="quiet">
        {say('Each model answers your latest requests. You see which commands it would run. Nothing is run.')}
      </p>
      <fieldset className="row wrap gap-3" disabled={isRunning}>
        <legend className="sr-only">{say('Models to compare')}</legend>
        {models.map((model) => (
          <label className="row gap-2" key={model}>
            <input
              type="checkbox"
              checked={chosen.includes(model)}
              disabled={!chosen.includes(model) && chosen.length >= MOST_COMPARED}
              onChange={() => toggle(model)}
            />
            {model}
          </label>
        ))}
      </fieldset>
      {isRunning ? (
        <Working
          label={say('Comparing models')}
          progress={comparison}
          onStop={() => void ask('model.stopComparison', {})}
        />
      ) : (
        <div className="row">
          <Button disabled={chosen.length === 0} onClick={() => void compareModels(chosen)}>
            {say('Compare {models}', { models: countOf(chosen.length, 'model', 'models') })}
          </Button>
        </div>
      )}
      {comparison && <Result comparison={comparison} />}
    </section>
  )
}

function Result({ comparison }: { comparison: ModelComparison }) {
  const { models, rows, state } = comparison
  if (state === 'failed') return <Failed progress={comparison} />
  if (rows.length === 0) {
    return state === 'running' ? null : <p className="quiet">{say('There are no requests to compare yet.')}</p>
  }
  return (
    <Scroll className="model-comparison-rows scroll" label={say('Comparison')}>
      <Table className="comparison-table wide" heads={[say('Request'), ...models]}>
        {rows.map(({ chat, seq, text, answers }) => (
          <tr key={seq}>
            <th scope="row">
              <span className="compared-request" dir="auto">
                {text}
              </span>
              <Button text="Show in chat" look="quiet" onClick={() => void useApp.getState().goToMessage(chat, seq)} />
            </th>
            {models.map((model) => (
              <td key={model}>
                <Answer answer={answers[model]} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Scroll>
  )
}

function Answer({ answer }: { answer: ComparedAnswer | undefined }) {
  if (!answer) return <span className="quiet">–</span>
  const { calls, text, ms, problem } = answer
  return (
    <div className="stack gap-2 small">
      {problem !== undefined && <span className="quiet">{sayMessage(problem)}</span>}
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is its place
        <span className="stack" key={at}>
          <strong>{toVisible(call.tool).text}</strong>
          {call.line !== undefined && <code>{toVisible(call.line).text}</code>}
          {call.problem !== undefined && <span className="quiet">{sayMessage(call.problem)}</span>}
        </span>
      ))}
      {calls.length === 0 && problem === undefined && (
        <span dir="auto">{text === '' ? say('No answer') : toVisible(text).text}</span>
      )}
      <span className="quiet tiny digits">{formatMs(ms)}</span>
    </div>
  )
}
