import { Button } from '#renderer/parts/ui/button.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { ModelTrial, TrialProgress } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { callsNothing, scoreLine, verdictOf } from './trial-words.ts'

interface ModelTrialProps {
  model: OllamaModel
  progress: TrialProgress | undefined
  onTry: () => void
  onStop: () => void
  onPieceByPiece: () => void
}

/** How the model does with a few requests over invented tools, of which nothing is ever run. */
export function ModelTrialPanel({ model, progress, onTry, onStop, onPieceByPiece }: ModelTrialProps) {
  const { name, trial } = model
  const isRunning = progress?.state === 'running'
  return (
    <div className="model-trial">
      <p className="quiet">{say('Twelve requests over made-up tools show how well it calls them. Nothing is run.')}</p>
      {isRunning ? (
        <div className="trial-progress" role="status">
          <progress
            className="progress"
            aria-label={say('Trying {name}', { name })}
            value={progress.done}
            max={Math.max(1, progress.of)}
          />
          <span className="figure">
            {progress.of > 0
              ? say('{done} of {whole}', { done: progress.done, whole: progress.of })
              : say('Loading the model')}
          </span>
          <Button onClick={onStop} aria-label={say('Stop trying {name}', { name })}>
            {say('Stop')}
          </Button>
        </div>
      ) : (
        <Button onClick={onTry}>{trial ? say('Try {name} again', { name }) : say('Try {name}', { name })}</Button>
      )}
      {progress?.state === 'failed' && (
        <p className="output-note" data-look="bad" role="alert">
          {sayMessage(progress.message ?? '')}
        </p>
      )}
      {trial && !isRunning && <Result trial={trial} model={model} onPieceByPiece={onPieceByPiece} />}
    </div>
  )
}

function Result({
  trial,
  model,
  onPieceByPiece,
}: { trial: ModelTrial } & Pick<ModelTrialProps, 'model' | 'onPieceByPiece'>) {
  const isOffered = callsNothing(trial) && !model.settings?.pieceByPiece
  return (
    <div className="trial-result">
      <dl>
        {trial.scores.map((score) => {
          const { title, line } = scoreLine(score)
          return (
            <div key={score.way} data-best={score.way === trial.best ? '' : undefined}>
              <dt>{title}</dt>
              <dd>{line}</dd>
            </div>
          )
        })}
      </dl>
      <p>{verdictOf(trial, model)}</p>
      {isOffered && (
        <Button look="strong" onClick={onPieceByPiece}>
          {say('Ask {name} piece by piece', { name: model.name })}
        </Button>
      )}
    </div>
  )
}
