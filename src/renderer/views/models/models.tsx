import { Button } from '#renderer/parts/ui/controls.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { modelInUse, modelsIn } from '#renderer/store/models.ts'
import { Page } from '#renderer/views/pages/page.tsx'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'
import { Comparison } from './model-comparison.tsx'
import { ModelSetup, Trial } from './model-setup.tsx'
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
          <small className="truncate quiet small">{figuresOf(model)}</small>
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
