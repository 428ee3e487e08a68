import { useState } from 'react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatMs } from '#renderer/parts/ui/figures.ts'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { modelsIn } from '#renderer/store/models.ts'
import { say, sayMessage } from '#shared/messages/say'
import { type ComparedAnswer, MOST_COMPARED, type ModelComparison } from '#shared/model/model-comparison'
import { toVisible } from '#shared/visible'
import { Failed, Working } from './model-setup.tsx'
import { canChat } from './model-words.ts'

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
      <table className="comparison-table wide">
        <thead>
          <tr>
            <th className="quiet" scope="col">
              {say('Request')}
            </th>
            {models.map((model) => (
              <th className="quiet" scope="col" key={model}>
                {model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ chat, seq, text, answers }) => (
            <tr key={seq}>
              <th scope="row">
                <span className="compared-request" dir="auto">
                  {text}
                </span>
                <Button
                  text="Show in chat"
                  look="quiet"
                  onClick={() => void useApp.getState().goToMessage(chat, seq)}
                />
              </th>
              {models.map((model) => (
                <td key={model}>
                  <Answer answer={answers[model]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
