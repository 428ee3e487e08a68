import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import type { ModelProgress, ModelTrial } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { scoreLine, verdictOf } from './model-words.ts'

interface WorkingProps {
  label: string
  progress: ModelProgress
  /** For screen readers, what is stopped. */
  stop?: string
  onStop: () => void
}

/** How far a trial or a comparison is. */
export function Working({ label, progress: { done, of }, stop, onStop }: WorkingProps) {
  return (
    <div className="trial-progress wide row gap-3" role="status">
      <progress className="progress" aria-label={label} value={done} max={Math.max(1, of)} />
      <span className="figure">{of > 0 ? say('{done} of {whole}', { done, whole: of }) : say('Loading model')}</span>
      <Button onClick={onStop} aria-label={stop}>
        {say('Stop')}
      </Button>
    </div>
  )
}

export const Failed = ({ progress }: { progress: ModelProgress }) => (
  <p className="output-note quiet small" data-look="bad" role="alert">
    {sayMessage(progress.message ?? '')}
  </p>
)

/** How the model handles a few requests over invented tools; nothing runs. */
export function Trial({ model: { name, trial } }: { model: OllamaModel }) {
  const progress = useApp(({ modelTrials }) => modelTrials.get(name))
  const { tryModel, ask } = useApp.getState()
  const isRunning = progress?.state === 'running'
  return (
    <div className="pad-y-3 hug stack gap-3">
      <p className="quiet">{say('Twelve requests with made-up tools show how well it calls tools. Nothing is run.')}</p>
      {isRunning ? (
        <Working
          label={say('Testing {name}', { name })}
          progress={progress}
          stop={say('Stop testing {name}', { name })}
          onStop={() => void ask('model.stopTrial', { model: name })}
        />
      ) : (
        <Button onClick={() => void tryModel(name)}>
          {say(trial ? 'Test {name} again' : 'Test {name}', { name })}
        </Button>
      )}
      {progress?.state === 'failed' && <Failed progress={progress} />}
      {trial && !isRunning && <Result trial={trial} />}
    </div>
  )
}

function Result({ trial }: { trial: ModelTrial }) {
  return (
    <div className="trial-result hug stack gap-2">
      <dl>
        {trial.scores.map((score) => {
          const { title, line } = scoreLine(score)
          return (
            <div className="wrap row" key={score.style} data-best={score.style === trial.best ? '' : undefined}>
              <dt className="quiet">{title}</dt>
              <dd className="digits">{line}</dd>
            </div>
          )
        })}
      </dl>
      <p>{verdictOf(trial)}</p>
    </div>
  )
}
