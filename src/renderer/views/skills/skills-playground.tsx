import { useEffect, useMemo, useState } from 'react'
import { isOver } from '#renderer/parts/call/call-words.ts'
import { fieldsOf, readFields } from '#renderer/parts/call/playground-fields.ts'
import { PlaygroundForm } from '#renderer/parts/call/playground-form.tsx'
import { PlaygroundPreview } from '#renderer/parts/call/playground-preview.tsx'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Section } from '#renderer/parts/ui/section.tsx'
import { useApp } from '#renderer/store/app.ts'
import { TrialCall } from '#renderer/views/calls/trial-call.tsx'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { ToolExamples, ToolSettings } from './tool-settings.tsx'

const TYPING_MS = 150

/** Runs a tool by hand, with a preview of what would run. */
export function Playground({ skill }: { skill: Skill }) {
  const name = useApp((app) => app.trial?.tool)
  const tool = skill.tools.find(({ modelName }) => modelName === name)
  return tool ? <Trial key={tool.id} tool={tool} /> : null
}

function Trial({ tool }: { tool: Tool }) {
  const fields = useMemo(() => fieldsOf(tool.params), [tool])
  const [values, setValues] = useState<Record<string, string>>({})
  const { args, problems } = readFields(fields, values)
  const text = JSON.stringify(args)
  const preview = useApp((app) => app.trial?.preview ?? null)
  const isCurrent = useApp((app) => app.trial?.args === text)
  const call = useApp(({ trial, trialCalls }) => (trial?.call ? trialCalls.calls.get(trial.call) : undefined))
  const { closeTrial, runTrial, stopTrial, previewTrial } = useApp.getState()
  const isRunning = call !== undefined && !isOver(call.status)
  const isReady = isCurrent && preview?.ok === true && Object.keys(problems).length === 0
  useEffect(() => {
    const timer = setTimeout(() => void previewTrial(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, previewTrial])

  return (
    <article className="sheet stack gap-5" aria-label={say('Try {tool}', { tool: tool.modelName })}>
      <header className="row wrap">
        <h2>
          <code>{tool.modelName}</code>
        </h2>
        <p className="quiet">{say('Run a tool yourself, without a model')}</p>
      </header>
      <p className="lede soft">{tool.description}</p>
      <form
        className="stack gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isRunning) void runTrial()
        }}
      >
        <PlaygroundForm
          fields={fields}
          values={values}
          problems={problems}
          onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        />
        <Section name={say('Command preview')} aria-busy={!isCurrent}>
          <PlaygroundPreview preview={preview} />
        </Section>
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
      </form>
      {call && <TrialCall call={call} />}
      <ToolSettings tool={tool} />
      <ToolExamples tool={tool} />
    </article>
  )
}
