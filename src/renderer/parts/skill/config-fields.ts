import type { Field } from '#renderer/parts/call/playground-fields.ts'
import type { Json } from '#shared/json'
import type { ConfigField } from '#shared/skill/tool-code'

export interface Choice {
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
  const choices = isKnown ? known : [{ value: saved, label: String(saved) }, ...known]
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
