import { Button } from '#renderer/parts/ui/button.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { ModelTrial, TrialProgress } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { scoreLine, verdictOf } from './trial-words.ts'

interface ModelTrialProps {
  model: OllamaModel
  progress: TrialProgress | undefined
  onTry: () => void
  onStop: () => void
}

/** How the model handles a few requests over invented tools; nothing runs. */
export function ModelTrialPanel({ model, progress, onTry, onStop }: ModelTrialProps) {
  const { name, trial } = model
  const isRunning = progress?.state === 'running'
  return (
    <div className="pad-y-3 hug ruled-above stack gap-3">
      <p className="quiet">{say('Twelve requests with made-up tools show how well it calls tools. Nothing is run.')}</p>
      {isRunning ? (
        <div className="trial-progress wide row gap-3" role="status">
          <progress
            className="progress"
            aria-label={say('Testing {name}', { name })}
            value={progress.done}
            max={Math.max(1, progress.of)}
          />
          <span className="figure">
            {progress.of > 0
              ? say('{done} of {whole}', { done: progress.done, whole: progress.of })
              : say('Loading model')}
          </span>
          <Button onClick={onStop} aria-label={say('Stop testing {name}', { name })}>
            {say('Stop')}
          </Button>
        </div>
      ) : (
        <Button onClick={onTry}>{trial ? say('Test {name} again', { name }) : say('Test {name}', { name })}</Button>
      )}
      {progress?.state === 'failed' && (
        <p className="output-note quiet small" data-look="bad" role="alert">
          {sayMessage(progress.message ?? '')}
        </p>
      )}
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
