import { Button } from '#renderer/parts/button.tsx'
import { ModelList } from '#renderer/parts/model-list.tsx'
import { modelInUse } from '#renderer/parts/ollama-words.ts'
import { PullForm, Pulls } from '#renderer/parts/pulls.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { OllamaState } from '#shared/calls'
import { ElsewhereLine, OllamaHelp } from './ollama-help.tsx'
import { PageBar } from './page-bar.tsx'

export function Models() {
  const ollama = useApp((app) => app.ollama)
  const isReady = ollama?.state === 'ready'
  return (
    <section className="page" aria-label="Models">
      <PageBar title="Models" note={isReady && `Ollama ${ollama.version} at ${ollama.host}`}>
        <Button onClick={() => void useApp.getState().refreshOllama()}>Refresh</Button>
      </PageBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="page-scroll" tabIndex={0} aria-label="Models of Ollama">
        {!ollama && <p className="quiet">Looking for Ollama…</p>}
        {ollama && !isReady && <OllamaHelp ollama={ollama} />}
        {isReady && <Ready ollama={ollama} />}
      </section>
    </section>
  )
}

function Ready({ ollama }: { ollama: Extract<OllamaState, { state: 'ready' }> }) {
  const chosen = useApp((app) => app.settings.model)
  const pulls = useApp((app) => app.pulls)
  const { changeSetting, pullModel, stopPull, unloadModel, deleteModel } = useApp.getState()
  const isGone = chosen !== '' && !ollama.models.some(({ name }) => name === chosen)
  return (
    <div className="narrow">
      <ElsewhereLine />
      <p className="quiet">The one you choose answers the next message, in every chat.</p>
      {isGone && (
        <p className="output-note" data-look="bad">
          {chosen} is chosen, and Ollama does not have it. Choose one of these.
        </p>
      )}
      <ModelList
        models={ollama.models}
        inUse={modelInUse(ollama, chosen)}
        onChoose={(model) => void changeSetting('model', model)}
        onUnload={(model) => void unloadModel(model)}
        onDelete={(model) => void deleteModel(model)}
      />
      <PullForm onPull={(model) => void pullModel(model)} />
      <Pulls
        pulls={[...pulls.values()]}
        onStop={(model) => void stopPull(model)}
        onPull={(model) => void pullModel(model)}
      />
    </div>
  )
}
