import { useId } from 'react'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import type { Field } from './playground-fields.ts'

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
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
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
