import { Button, SavedField, Select, Setting, Switch } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import {
  KEEP_ALIVES,
  LEAST_CONTEXT,
  type ModelProgress,
  type ModelSettings,
  type ModelTrial,
} from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { KEPT, scoreLine, verdictOf } from './model-words.ts'

export function ModelSetup({ model }: { model: OllamaModel }) {
  const { name: modelName, settings = {}, capabilities, contextLength } = model
  const can = (what: string) => capabilities?.includes(what) ?? false
  const { context, keepAlive, think, pieceByPiece } = settings
  const save = (all: ModelSettings) => void useApp.getState().setModel(modelName, all)
  const set = (change: ModelSettings) => save({ ...settings, ...change })
  /** A removed value means the default. */
  const drop = (name: keyof ModelSettings) => {
    const { [name]: _, ...others } = settings
    save(others)
  }
  return (
    <div className="stack">
      <Setting
        name={say('Context')}
        says={
          contextLength
            ? say('In tokens, up to {count}. A larger context needs more memory.', {
                count: formatCount(contextLength),
              })
            : say('In tokens. A larger context needs more memory.')
        }
      >
        {(id) => (
          <SavedField
            id={id}
            known={context === undefined ? '' : String(context)}
            least={LEAST_CONTEXT}
            placeholder={say('Automatic')}
            onSave={(typed) => (typed === '' ? drop('context') : set({ context: Number(typed) }))}
          />
        )}
      </Setting>
      <Setting name={say('Keep in memory')} says={say('After an answer. Loading a model again takes time.')}>
        {(id) => (
          <Select
            id={id}
            value={keepAlive ?? ''}
            choices={(['', ...KEEP_ALIVES] as const).map((value) => [value, say(KEPT[value])])}
            onChoose={(value) => (value === '' ? drop('keepAlive') : set({ keepAlive: value }))}
          />
        )}
      </Setting>
      {can('thinking') && (
        <Setting
          name={say('Think before answering')}
          says={say('Slower, but often better. You can also switch it below the message box.')}
        >
          {(id) => (
            <Select
              id={id}
              value={think ?? ''}
              choices={[
                ['', say('Model default')],
                ['on', say('On')],
                ['off', say('Off')],
              ]}
              onChoose={(value) => (value === '' ? drop('think') : set({ think: value }))}
            />
          )}
        </Setting>
      )}
      {can('tools') && (
        <Setting
          name={say('Guide step by step')}
          says={say('The model picks a tool from a list, then fills in the details. For models without tool support.')}
        >
          {(id) => (
            <Switch
              id={id}
              isOn={pieceByPiece === true}
              onSwitch={(isOn) => (isOn ? set({ pieceByPiece: true }) : drop('pieceByPiece'))}
            />
          )}
        </Setting>
      )}
    </div>
  )
}

interface WorkingProps {
  label: string
  progress: ModelProgress
  /** For screen readers, what is stopped. */
  stop?: string
  onStop: () => void
}

/** How far a trial or a comparison is. */
export function Working({ label, progress: { done, of, isWaiting }, stop, onStop }: WorkingProps) {
  const step = of > 0 ? say('{done} of {whole}', { done, whole: of }) : say('Loading model')
  return (
    <div className="trial-progress wide row gap-3" role="status">
      <progress className="progress" aria-label={label} value={done} max={Math.max(1, of)} />
      <span className="figure">{isWaiting ? say('Waiting for a chat to finish') : step}</span>
      <Button text="Stop" onClick={onStop} aria-label={stop} />
    </div>
  )
}

export const Failed = ({ progress }: { progress: ModelProgress }) => (
  <p className="bad small" role="alert">
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
