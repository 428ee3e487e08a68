import { ModelSetup } from '#renderer/parts/model/model-setup.tsx'
import { ModelTrialPanel } from '#renderer/parts/model/model-trial.tsx'
import { setupLine } from '#renderer/parts/model/trial-words.ts'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'

/** A model's settings and its trial. */
export function ModelMore({ model }: { model: OllamaModel }) {
  const { name } = model
  const progress = useApp(({ modelTrials }) => modelTrials.get(name))
  const { setModel, tryModel, stopModelTrial } = useApp.getState()
  const line = setupLine(model)
  return (
    <details className="model-more">
      <summary>
        {say('Set up and test')} <span className="sr-only">{name}</span>
        {line && <span className="figure"> · {line}</span>}
      </summary>
      <ModelSetup model={model} onSet={(all) => setModel(name, all)} />
      <ModelTrialPanel
        model={model}
        progress={progress}
        onTry={() => void tryModel(name)}
        onStop={() => void stopModelTrial(name)}
      />
    </details>
  )
}
