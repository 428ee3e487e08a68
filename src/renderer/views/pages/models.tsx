import { ModelComparisonPanel } from '#renderer/parts/model/model-comparison.tsx'
import { ModelList } from '#renderer/parts/model/model-list.tsx'
import { ModelSetup } from '#renderer/parts/model/model-setup.tsx'
import { ModelTrialPanel } from '#renderer/parts/model/model-trial.tsx'
import { canChat } from '#renderer/parts/model/model-words.ts'
import { modelInUse } from '#renderer/parts/model/ollama-words.ts'
import { PullForm, Pulls } from '#renderer/parts/model/pulls.tsx'
import { setupLine } from '#renderer/parts/model/trial-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import { ElsewhereLine, OllamaHelp } from './ollama-help.tsx'
import { PageBar } from './page-bar.tsx'

export function Models() {
  const ollama = useApp((app) => app.ollama)
  const isReady = ollama?.state === 'ready'
  return (
    <section className="page down" aria-label={say('Models')}>
      <PageBar
        title={say('Models')}
        note={isReady && say('Ollama {version} at {host}', { version: ollama.version, host: ollama.host })}
      >
        <Button onClick={useApp.getState().refreshOllama}>{say('Refresh')}</Button>
      </PageBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="page-scroll grow" tabIndex={0} aria-label={say('Installed models')}>
        {!ollama && <p className="quiet">{say('Looking for Ollama…')}</p>}
        {ollama && !isReady && <OllamaHelp ollama={ollama} />}
        {isReady && <Ready ollama={ollama} />}
      </section>
    </section>
  )
}

function Comparison({ models }: { models: readonly OllamaModel[] }) {
  const comparison = useApp((app) => app.comparedModels)
  const { compareModels, ask, goToMessage } = useApp.getState()
  return (
    <ModelComparisonPanel
      models={models.filter(canChat).map(({ name }) => name)}
      comparison={comparison}
      onCompare={compareModels}
      onStop={() => void ask('model.stopComparison', {})}
      onOpen={goToMessage}
    />
  )
}

function Ready({ ollama }: { ollama: Extract<OllamaState, { state: 'ready' }> }) {
  const chosen = useApp((app) => app.settings.model)
  const pulls = useApp((app) => app.pulls)
  const { changeSetting, pullModel, unloadModel, deleteModel, ask } = useApp.getState()
  const isGone = chosen !== '' && !ollama.models.some(({ name }) => name === chosen)
  return (
    <div className="narrow stack gap-4">
      <ElsewhereLine />
      <p className="quiet">{say('Used for the next message in every chat.')}</p>
      {isGone && (
        <p className="output-note quiet small" data-look="bad">
          {say('{model} is not installed. Choose another model.', { model: chosen })}
        </p>
      )}
      <ModelList
        models={ollama.models}
        inUse={modelInUse(ollama, chosen)}
        onChoose={(model) => void changeSetting('model', model)}
        onUnload={unloadModel}
        onDelete={deleteModel}
        more={(model) => canChat(model) && <ModelMore model={model} />}
      />
      <PullForm onPull={pullModel} />
      <Pulls
        pulls={[...pulls.values()]}
        onStop={(model) => void ask('model.cancelPull', { model })}
        onPull={pullModel}
      />
      <Comparison models={ollama.models} />
    </div>
  )
}

/** A model's settings and its trial. */
function ModelMore({ model }: { model: OllamaModel }) {
  const { name } = model
  const progress = useApp(({ modelTrials }) => modelTrials.get(name))
  const { setModel, tryModel, ask } = useApp.getState()
  const line = setupLine(model)
  return (
    <details className="model-more">
      <summary className="quiet small">
        {say('Set up and test')} <span className="sr-only">{name}</span>
        {line && <span className="figure"> · {line}</span>}
      </summary>
      <ModelSetup model={model} onSet={(all) => setModel(name, all)} />
      <ModelTrialPanel
        model={model}
        progress={progress}
        onTry={() => void tryModel(name)}
        onStop={() => void ask('model.stopTrial', { model: name })}
      />
    </details>
  )
}
