import { hash } from 'node:crypto'
import { type FieldReader, type Fields, field, openFields, reportMissing, take, takeAll } from '#main/formats/fields'
import { inside, type Place, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import { isObject, type Json, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import { type ConfigField, type OptionsSource, UI_TYPES, type UiType } from '#shared/skill/tool-code'

const LONGEST_NAME = 64
/** How a field is drawn that only declares its type. */
const BY_TYPE: Readonly<Record<string, UiType>> = {
  ...{ string: 'text', number: 'number', boolean: 'boolean', secret: 'secret-select', json: 'json' },
}

export interface Form {
  fields: ConfigField[]
  /** Buttons that fetch options, by name, with their addresses. */
  requests: { name: string; url: string }[]
}

/** The fields of the tool's settings form, if it has settings. `tool`: its name. */
export const readForm =
  (tool: unknown): FieldReader<Form> =>
  (value, at) => {
    const requests: Form['requests'] = []
    const read = (each: Json, place: Place) => readField(each, place, tool, requests)
    const readers = { configurable: field.boolean, config_fields: field.listOf(read), ui_heroui: field.any }
    const form = takeAll(at, value, readers)
    return form?.configurable ? { fields: form.config_fields ?? [], requests } : undefined
  }

const number = (value: Json) => (typeof value === 'number' ? value : undefined)
const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined)

const readValidation: FieldReader<ConfigField['validation']> = (value, at) =>
  takeAll(at, value, { min: number, max: number, step: number, pattern: text }) ?? undefined

const readOptions = field.listOf((each): ConfigField['options'][number] => {
  if (!isObject(each)) return { value: each, label: toText(each) }
  const { value = null, label } = each
  return { value, label: typeof label === 'string' ? label : toText(value) }
})

const CONFIG_FIELD = {
  ...{ key: field.string, label: field.string, type: field.string, ui_type: field.string, description: field.string },
  ...{ default_value: field.any, required: field.boolean, placeholder: field.string, help_text: field.string },
  ...{ secret_name: field.string, validation: readValidation, options: readOptions, options_source: field.any },
}

function readField(value: Json, at: Place, tool: unknown, requests: Form['requests']): ConfigField | null {
  const fields = openFields(at, value, CONFIG_FIELD)
  if (!fields) return null
  const { key } = take(fields, 'key')
  if (key === undefined) return reportMissing(inside(at, 'key'), message('name-the-field'))
  const { type = 'string' } = take(fields, 'type')
  const { ui_type: written = BY_TYPE[type] } = take(fields, 'ui_type')
  const uiType = UI_TYPES.find((each) => each === written)
  if (uiType === undefined)
    return report(inside(at, 'ui_type'), 'error', 'FIELD_TYPE', 'ui-type-unknown', 'write-ui-type', {
      types: UI_TYPES.join(', '),
    })
  const { default_value: defaultValue, ...named } = take(fields, 'default_value', 'placeholder')
  const { secret_name: secretName } = take(fields, 'secret_name')
  const source = readOptionsSource(fields, tool, key, requests)
  const { label = key, required = false } = take(fields, 'label', 'required')
  const { description = take(fields, 'help_text').help_text ?? '' } = take(fields, 'description')
  return {
    ...{ key, uiType, label, required, description, ...named },
    ...(defaultValue !== undefined && { defaultValue }),
    ...(secretName !== undefined && { secretName }),
    ...(source && { source }),
    ...{ validation: {}, options: [], ...take(fields, 'validation', 'options') },
  }
}

function readOptionsSource(
  fields: Fields<typeof CONFIG_FIELD>,
  owner: unknown,
  key: string,
  requests: Form['requests'],
): OptionsSource | null {
  const { options_source: source } = take(fields, 'options_source')
  if (!isObject(source)) return null
  const { schema_name: schema, tag, url } = source
  if (typeof schema === 'string') {
    const paths = { valuePath: text(source.value_path) ?? '$.id', labelPath: text(source.label_path) ?? '$.title' }
    return { from: 'store', schema, ...(typeof tag === 'string' && { tag }), ...paths }
  }
  if (typeof url !== 'string' || /[{}]/.test(url) || !readWebAddress(url).ok) {
    const at = inside(fields, 'options_source')
    return report(at, 'error', 'FIELD_TYPE', 'options-source-unknown', 'write-options-source')
  }
  const name = `${owner}_options_${key}`
  const plain = name.replace(/[^\w-]/g, '_').slice(0, LONGEST_NAME)
  const isTaken = plain === owner || requests.some((each) => each.name === plain)
  const tool = isTaken ? `${plain.slice(0, 55)}_${hash('sha256', name).slice(0, 8)}` : plain
  requests.push({ name: tool, url })
  const names = { valueField: text(source.value_field) ?? 'id', labelField: text(source.label_field) ?? 'name' }
  return { from: 'address', tool, ...names }
}
