import { isOver } from '#renderer/parts/call/call-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { CallForm } from '#renderer/views/calls/call-form.tsx'
import { TrialCall } from '#renderer/views/calls/tool-card.tsx'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { ToolExamples, ToolSettings } from './tool-settings.tsx'

/** Runs a tool by hand, with a preview of what would run. */
export function Playground({ skill }: { skill: Skill }) {
  const name = useApp((app) => app.trial?.tool)
  const tool = skill.tools.find(({ modelName }) => modelName === name)
  return tool ? <Trial key={tool.id} tool={tool} /> : null
}

function Trial({ tool }: { tool: Tool }) {
  const call = useApp(({ trial, trialCalls }) => (trial?.call ? trialCalls.calls.get(trial.call) : undefined))
  const { closeTrial, runTrial, stopTrial } = useApp.getState()
  const isRunning = call !== undefined && !isOver(call.status)
  return (
    <article className="sheet stack gap-5" aria-label={say('Try {tool}', { tool: tool.modelName })}>
      <header className="row wrap baseline gap-1 gap-x-3">
        <h2 className="title">
          <code>{tool.modelName}</code>
        </h2>
        <p className="quiet">{say('Run a tool yourself, without a model')}</p>
      </header>
      <p className="lede soft">{tool.description}</p>
      <CallForm tool={tool} args={{}} isBusy={isRunning} onRun={(args) => void runTrial(args)}>
        {(isReady) => (
          <footer className="sheet-foot row wrap">
            <Button look="quiet" onClick={closeTrial}>
              {say('Close')}
            </Button>
            <span className="grow soft small">{say('Asks before it runs, and is recorded.')}</span>
            {isRunning ? (
              <Button onClick={stopTrial}>{say('Stop')}</Button>
            ) : (
              <Button look="strong" type="submit" disabled={!isReady}>
                {say('Run')}
              </Button>
            )}
          </footer>
        )}
      </CallForm>
      {call && <TrialCall call={call} />}
      <ToolSettings tool={tool} />
      <ToolExamples tool={tool} />
    </article>
  )
}
