import { Button } from '#renderer/parts/button.tsx'
import { ModelHelp } from '#renderer/parts/model-help.tsx'
import { ModelList } from '#renderer/parts/model-list.tsx'
import { modelInUse } from '#renderer/parts/ollama-words.ts'
import { useApp } from '#renderer/store/app.ts'
import { PageBar } from './page-bar.tsx'

export function Models() {
  const ollama = useApp((app) => app.ollama)
  const chosen = useApp((app) => app.settings.model)
  const { refreshOllama, changeSetting, show } = useApp.getState()
  const isReady = ollama?.state === 'ready'
  const isGone = isReady && chosen !== '' && !ollama.models.some(({ name }) => name === chosen)
  return (
    <section className="page" aria-label="Models">
      <PageBar title="Models" note={isReady && `Ollama ${ollama.version} at ${ollama.host}`}>
        <Button onClick={() => void refreshOllama()}>Refresh</Button>
      </PageBar>
      <div className="page-scroll">
        {!ollama && <p className="quiet">Looking for Ollama…</p>}
        {ollama && !isReady && (
          <ModelHelp ollama={ollama} onRetry={() => void refreshOllama()} onSettings={() => show('settings')} />
        )}
        {isReady && (
          <div className="narrow">
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
            />
          </div>
        )}
      </div>
    </section>
  )
}
