import { useId, useState } from 'react'
import { choicesOf } from '#shared/call/question'
import { isObject, type Json, type JsonObject, ownOf } from '#shared/json'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** What is filled into a form: as arguments, and what `PlaygroundForm` takes. */
export function useFilled(fields: readonly Field[], first: JsonObject = {}) {
  const [values, setValues] = useState(() => toValues(fields, first))
  const read = readFields(fields, values)
  const onChange = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const isValid = Object.keys(read.problems).length === 0
  return { ...read, isValid, form: { fields, values, problems: read.problems, onChange } }
}

interface PlaygroundFormProps {
  fields: readonly Field[]
  values: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
}

export function PlaygroundForm({ fields, values, problems, onChange }: PlaygroundFormProps) {
  if (fields.length === 0) return <p className="quiet">{say('No arguments')}</p>
  return (
    <div className="stack gap-4">
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={ownOf(values, field.name) ?? ''}
          problem={ownOf(problems, field.name)}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

interface FieldRowProps {
  field: Field
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function FieldRow(props: FieldRowProps) {
  const { field, problem } = props
  const id = useId()
  return (
    <div className="playground-field stack gap-1">
      <div className="row baseline gap-3">
        <label id={`${id}-name`} htmlFor={field.kind === 'choices' ? undefined : id}>
          {field.label === undefined ? <code>{toVisible(field.name).text}</code> : toVisible(field.label).text}
        </label>
        <span className="figure">{say(field.isRequired ? 'Required' : 'Optional')}</span>
      </div>
      <Control {...props} id={id} />
      <p className="quiet small" id={`${id}-says`}>
        {problem ?? toVisible(field.description).text}
      </p>
    </div>
  )
}

function Control({ field, value, problem, onChange, id }: FieldRowProps & { id: string }) {
  const { kind, choices, choiceLabels = choices, placeholder = '', range } = field
  const shared = {
    ...{ id, className: 'field', value, 'aria-describedby': `${id}-says`, 'aria-invalid': problem !== undefined },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (kind === 'choice' || kind === 'option' || kind === 'boolean') {
    return (
      <select {...shared}>
        <option value="">{say('Not set')}</option>
        {(kind === 'boolean' ? ['true', 'false'] : choices).map((choice, at) => (
          <option key={choice} value={choice}>
            {toVisible(choiceLabels[at] ?? choice).text}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'choices') {
    const read: unknown = JSON.parse(value || '[]')
    const chosen: unknown[] = Array.isArray(read) ? read : []
    const toggle = (choice: string) => {
      const now = choices.filter((each) => chosen.includes(each) !== (each === choice))
      onChange(now.length > 0 ? JSON.stringify(now) : '')
    }
    return (
      <fieldset className="stack gap-1" aria-labelledby={`${id}-name`} aria-describedby={`${id}-says`}>
        {choices.map((choice, at) => (
          <label key={choice} className="row gap-2">
            <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
            {toVisible(choiceLabels[at] ?? choice).text}
          </label>
        ))}
      </fieldset>
    )
  }
  if (kind === 'number') return <input {...shared} inputMode="decimal" spellCheck={false} placeholder={placeholder} />
  if (kind === 'slider') {
    return (
      <div className="row baseline gap-3">
        <input {...shared} {...range} type="range" className="grow" value={value || (range?.min ?? 0)} />
        <output htmlFor={id}>{value || say('Not set')}</output>
      </div>
    )
  }
  const rows = kind === 'json' || kind === 'lines' ? 3 : Math.min(8, value.split('\n').length)
  const hint = placeholder || (kind === 'json' ? 'JSON' : '')
  return <textarea {...shared} rows={rows} spellCheck={false} dir="auto" placeholder={hint} />
}

/**
 * How one value is filled in. `json`: everything without a simpler form; `option`: choices that are JSON; `choices`: any
 * number of them.
 */
export interface Field {
  name: string
  kind: 'text' | 'lines' | 'number' | 'slider' | 'boolean' | 'choice' | 'choices' | 'option' | 'json'
  description: string
  isRequired: boolean
  choices: string[]
  /** Shown instead of its name, and instead of each choice. */
  label?: string
  choiceLabels?: string[]
  placeholder?: string
  range?: { min?: number; max?: number; step?: number }
}

/** One field for each parameter of a schema, required ones first. */
export function fieldsOf(params: JsonObject): Field[] {
  const properties = isObject(params.properties) ? params.properties : {}
  const required = Array.isArray(params.required) ? params.required : []
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const own = isObject(schema) ? schema : {}
    const each = isObject(own.items) && own.type === 'array' ? own.items : own
    const all = choicesOf(each)?.filter(({ value }) => typeof value === 'string') ?? []
    const choices = all.map(({ value }) => String(value))
    const title = typeof own.title === 'string' ? own.title : ''
    return {
      name,
      kind: each === own ? kindOf(own, choices) : kindOf(each, choices) === 'choice' ? 'choices' : 'json',
      description: [title, own.description].filter((each) => typeof each === 'string' && each !== '').join(': '),
      isRequired: required.includes(name),
      choices,
      ...(all.some((each) => each.title !== each.value) && { choiceLabels: all.map((each) => each.title) }),
    }
  })
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function kindOf(schema: JsonObject, choices: string[]): Field['kind'] {
  const all = choicesOf(schema)
  if (all) return choices.length === all.length ? 'choice' : 'json'
  if (schema.type === 'string') return 'text'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return schema.type === 'boolean' ? 'boolean' : 'json'
}

type Filled = { args: JsonObject; problems: Record<string, string> }

/** The filled-in arguments, without empty fields. */
export function readFields(fields: readonly Field[], values: Readonly<Record<string, string>>): Filled {
  const entries: [string, Json][] = []
  const problems: [string, string][] = []
  for (const { name, kind, isRequired } of fields) {
    const text = ownOf(values, name) || (kind === 'choices' && isRequired ? '[]' : '')
    if (text === '') continue
    if (kind === 'text' || kind === 'lines' || kind === 'choice') entries.push([name, text])
    else if (kind === 'boolean') entries.push([name, text === 'true'])
    else {
      const read = readJson(text)
      if (read.ok) entries.push([name, read.value])
      // If it is not a number, the gate will say so.
      else if (kind === 'number') entries.push([name, text])
      else problems.push([name, say('Invalid JSON: {problem}', { problem: read.message })])
    }
  }
  return { args: Object.fromEntries(entries), problems: Object.fromEntries(problems) }
}

function readJson(text: string): { ok: true; value: Json } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}

export function toValues(fields: readonly Field[], args: JsonObject): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = ownOf(args, name)
      if (value === undefined || value === null) return []
      const isPlain = typeof value === 'string' && (kind === 'text' || kind === 'lines' || kind === 'choice')
      return [[name, isPlain ? value : JSON.stringify(value)]]
    }),
  )
}
