import { useEffect, useRef, useState } from 'react'
import { isOver } from '#renderer/parts/call/call-words.ts'
import { type Field, PlaygroundForm, useFilled } from '#renderer/parts/call/playground-form.tsx'
import { Button, Form, SkillSwitch } from '#renderer/parts/ui/controls.tsx'
import { Section } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ExampleResults, SettingsOfTool } from '#renderer/store/lists.ts'
import { CallForm } from '#renderer/views/calls/call-form.tsx'
import { OpenCallsOfNoChat, TrialCall } from '#renderer/views/calls/tool-card.tsx'
import { type Json, ownOf, toText } from '#shared/json'
import { say, sayMessage } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import type { ConfigField } from '#shared/skill/tool-code'

export function Playground({ skill }: { skill: Skill }) {
  const name = useApp((app) => app.trial?.tool)
  const tool = skill.tools.find(({ modelName }) => modelName === name)
  return tool ? <Trial key={tool.id} tool={tool} /> : null
}

function Trial({ tool }: { tool: Tool }) {
  const call = useApp(({ trial, trialCalls }) => (trial?.call ? trialCalls.calls.get(trial.call) : undefined))
  const { closeTrial, runTrial, stopCall } = useApp.getState()
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
            <Button text="Close" look="quiet" onClick={closeTrial} />
            <span className="grow soft small">{say('Asks before it runs, and is recorded.')}</span>
            {isRunning ? (
              <Button text="Stop" onClick={() => void stopCall(call.call)} />
            ) : (
              <Button text="Run" look="strong" type="submit" disabled={!isReady} />
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

function ToolSettings({ tool }: { tool: Tool }) {
  const [settings, setSettings] = useState<SettingsOfTool | null>(null)
  const { ask } = useApp.getState()
  const { modelName } = tool
  const isPlain = tool.code === undefined && tool.runtime.kind !== 'http'
  const read = () => void ask('tool.settings', { tool: modelName }).then((read) => setSettings(read ?? null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another tool only
  useEffect(() => {
    if (!isPlain) read()
  }, [modelName, isPlain])
  if (!settings) return null
  return (
    <>
      {settings.fields.length > 0 && <SettingsForm tool={modelName} settings={settings} onSaved={read} />}
      {settings.hosts.length > 0 && (
        <Section className="stack gap-2" name={say('Hosts on your network')}>
          {settings.hosts.map(({ host, isGranted }) => (
            <SkillSwitch
              key={host}
              label={say('Let it connect to {host}', { host })}
              says=""
              isOn={isGranted}
              onSwitch={(isOn) => void ask('tool.grantHost', { tool: modelName, host, granted: isOn }).then(read)}
            />
          ))}
        </Section>
      )}
    </>
  )
}

function SettingsForm({ tool, settings, onSaved }: { tool: string; settings: SettingsOfTool; onSaved: () => void }) {
  const shown = useApp(({ trial }) => trial?.call ?? undefined)
  const [loaded, setLoaded] = useState<Record<string, Choice[]>>({})
  const [problems, setProblems] = useState(settings.problems)
  const [isLoading, setLoading] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const secrets = settings.secrets.map(({ id, name }) => ({ value: id, label: name }))
  const fields = settings.fields.map((field) =>
    toField(
      field,
      field.uiType === 'secret-select' ? secrets : ownOf(loaded, field.key),
      ownOf(settings.values, field.key),
    ),
  )
  const { args, problems: unread, isValid, form: filled } = useFilled(fields, settings.values)
  const told = Object.fromEntries(Object.entries(problems).map(([key, problem]) => [key, sayMessage(problem)]))

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  async function load(key: string): Promise<void> {
    setLoading(true)
    const read = await useApp.getState().ask('tool.options', { tool, field: key })
    if (read) setLoaded((before) => ({ ...before, [key]: read.options }))
    setLoading(false)
  }
  async function save(): Promise<void> {
    const saved = await useApp.getState().ask('tool.saveSettings', { tool, values: JSON.stringify(args) })
    if (!saved) return
    setProblems(saved.problems)
    setSaved(saved.saved)
    if (saved.saved) onSaved()
  }

  return (
    <Section className="stack gap-4" name={say('Tool settings')}>
      <Form ref={form} className="stack gap-4" onSend={() => void save()}>
        <PlaygroundForm
          {...filled}
          problems={{ ...told, ...unread }}
          onChange={(field, value) => {
            setSaved(false)
            filled.onChange(field, value)
          }}
        />
        <div className="row gap-3 wrap">
          {settings.fields
            .filter(({ source }) => source)
            .map(({ key, label }) => (
              <Button key={key} disabled={isLoading} onClick={() => void load(key)}>
                <span className="truncate">{say('Load options for {field}', { field: label })}</span>
              </Button>
            ))}
          <Button text="Save settings" look="strong" type="submit" disabled={!isValid} />
          <span className="quiet small" role="status">
            {isSaved && say('Settings saved.')}
            {!isSaved && !settings.isSaved && say('Not saved yet. The tool runs without settings.')}
          </span>
        </div>
      </Form>
      {isLoading && <OpenCallsOfNoChat of="person" but={shown} className="stack gap-3" />}
    </Section>
  )
}

/** Runs a tool's own examples; each is an ordinary call. */
function ToolExamples({ tool }: { tool: Tool }) {
  const shown = useApp(({ trial }) => trial?.call ?? undefined)
  const [results, setResults] = useState<ExampleResults | null>(null)
  const [isRunning, setRunning] = useState(false)
  if (!tool.examples?.length) return null
  const run = async () => {
    setRunning(true)
    const ran = await useApp.getState().ask('tool.runExamples', { tool: tool.modelName })
    setResults(ran?.results ?? null)
    setRunning(false)
  }
  return (
    <Section className="stack gap-2" name={say('Examples')}>
      <div>
        <Button text="Run examples" disabled={isRunning} onClick={run} />
      </div>
      {isRunning && <OpenCallsOfNoChat of="person" but={shown} className="stack gap-3" />}
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
    </Section>
  )
}

interface Choice {
  value: Json
  label: string
}

const KINDS = {
  ...{ text: 'text', textarea: 'lines', number: 'number', slider: 'slider', boolean: 'boolean', json: 'json' },
  ...{ select: 'option', 'secret-select': 'option' },
} as const satisfies Record<ConfigField['uiType'], Field['kind']>

/** A field of a tool's form, with the loaded choices and the saved one. */
export function toField(field: ConfigField, loaded: readonly Choice[] = [], saved?: Json): Field {
  const { key, label, uiType, description, required, placeholder, validation, options } = field
  const known = [...options, ...loaded]
  const isKnown = saved === undefined || known.some(({ value }) => JSON.stringify(value) === JSON.stringify(saved))
  const choices = isKnown ? known : [{ value: saved, label: toText(saved) }, ...known]
  const { min, max, step } = validation
  return {
    ...{ name: key, kind: KINDS[uiType], label, description, isRequired: required },
    choices: choices.map(({ value }) => JSON.stringify(value)),
    choiceLabels: choices.map((choice) => choice.label),
    ...(placeholder !== undefined && { placeholder }),
    range: {
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      // A slider without a step needs more than the whole numbers.
      step: step ?? (max !== undefined && max - (min ?? 0) <= 1 ? 0.01 : 1),
    },
  }
}
