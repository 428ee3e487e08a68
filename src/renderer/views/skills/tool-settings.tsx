import { useEffect, useRef, useState } from 'react'
import { isOver } from '#renderer/parts/call/call-words.ts'
import { readFields, toValues } from '#renderer/parts/call/playground-fields.ts'
import { PlaygroundForm } from '#renderer/parts/call/playground-form.tsx'
import { type Choice, toField } from '#renderer/parts/skill/config-fields.ts'
import { SkillSwitch } from '#renderer/parts/skill/skill-switch.tsx'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Section } from '#renderer/parts/ui/section.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ExampleResults, SettingsOfTool } from '#renderer/store/lists.ts'
import { TrialCall } from '#renderer/views/calls/tool-card.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { Tool } from '#shared/skill/tool'

/** A tool's settings: its form, and the hosts on this computer or the local network that it may reach. */
export function ToolSettings({ tool }: { tool: Tool }) {
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
              isDisabled={false}
              onSwitch={(isOn) => void ask('tool.grantHost', { tool: modelName, host, granted: isOn }).then(read)}
            />
          ))}
        </Section>
      )}
    </>
  )
}

function SettingsForm({ tool, settings, onSaved }: { tool: string; settings: SettingsOfTool; onSaved: () => void }) {
  const [loaded, setLoaded] = useState<Record<string, Choice[]>>({})
  const [problems, setProblems] = useState(settings.problems)
  const [isLoading, setLoading] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const secrets = settings.secrets.map(({ id, name }) => ({ value: id, label: name }))
  const fields = settings.fields.map((field) =>
    toField(field, field.uiType === 'secret-select' ? secrets : loaded[field.key], settings.values[field.key]),
  )
  const [values, setValues] = useState(() => toValues(fields, settings.values))
  const read = readFields(fields, values)
  const told = Object.fromEntries(Object.entries(problems).map(([key, problem]) => [key, sayMessage(problem)]))
  const waiting = useApp(({ trialCalls }) => (isLoading ? [...trialCalls.calls.values()].at(-1) : undefined))

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
    const saved = await useApp.getState().ask('tool.saveSettings', { tool, values: JSON.stringify(read.args) })
    if (!saved) return
    setProblems(saved.problems)
    setSaved(saved.saved)
    if (saved.saved) onSaved()
  }

  return (
    <section aria-label={say('Tool settings')}>
      <form
        ref={form}
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h3 className="ruled label">{say('Tool settings')}</h3>
        <PlaygroundForm
          fields={fields}
          values={values}
          problems={{ ...told, ...read.problems }}
          onChange={(field, value) => {
            setSaved(false)
            setValues((before) => ({ ...before, [field]: value }))
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
          <Button look="strong" type="submit" disabled={Object.keys(read.problems).length > 0}>
            {say('Save settings')}
          </Button>
          <span className="quiet small" role="status">
            {isSaved && say('Settings saved.')}
            {!isSaved && !settings.isSaved && say('Not saved yet. The tool runs without settings.')}
          </span>
        </div>
      </form>
      {waiting && !isOver(waiting.status) && <TrialCall call={waiting} />}
    </section>
  )
}

/** Runs a tool's own examples; each is an ordinary call. */
export function ToolExamples({ tool }: { tool: Tool }) {
  const [results, setResults] = useState<ExampleResults | null>(null)
  const [isRunning, setRunning] = useState(false)
  const waiting = useApp(({ trialCalls }) => (isRunning ? [...trialCalls.calls.values()].at(-1) : undefined))
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
        <Button disabled={isRunning} onClick={run}>
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
    </Section>
  )
}
