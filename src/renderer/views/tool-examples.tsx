import { useState } from 'react'
import { isOver } from '#renderer/parts/call/call-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import type { Tool } from '#shared/skill/tool'
import { TrialCall } from './trial-call.tsx'

type Results = Awaited<ReturnType<ReturnType<typeof useApp.getState>['runExamples']>>

/** Runs a tool's own examples; each is an ordinary call. */
export function ToolExamples({ tool }: { tool: Tool }) {
  const [results, setResults] = useState<Results>(null)
  const [isRunning, setRunning] = useState(false)
  const waiting = useApp(({ trialCalls }) => (isRunning ? [...trialCalls.calls.values()].at(-1) : undefined))
  if (!tool.examples?.length) return null
  const run = async () => {
    setRunning(true)
    setResults(await useApp.getState().runExamples(tool.modelName))
    setRunning(false)
  }
  return (
    <section className="stack gap-2" aria-label={say('Examples')}>
      <h3 className="ruled label">{say('Examples')}</h3>
      <div>
        <Button disabled={isRunning} onClick={() => void run()}>
          {say('Run examples')}
        </Button>
      </div>
      {waiting && !isOver(waiting.status) && <TrialCall call={waiting} />}
      <ul className="rules" role="status">
        {results?.map(({ call, description, isRight, error, differences }) => (
          <li className="stack gap-2" key={call}>
            <p>{say(isRight ? '{example}: as shown' : '{example}: differs', { example: description })}</p>
            {error && <p className="quiet">{sayMessage(error)}</p>}
            {differences.map(({ path, expected, actual }) => (
              <p className="quiet" key={path}>
                <code>{`${path} ${expected} → ${actual}`}</code>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
