import { type Fields, get, openFields, reportMissing, takeArray, takeBoolean, takeString } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import { isObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { type ConfigField, type OptionsSource, UI_TYPES, type UiType } from '#shared/skill/tool-code'

const SCHEMA_FIELDS: ReadonlySet<string> = new Set(['configurable', 'config_fields', 'ui_heroui'])
const FIELD_FIELDS: ReadonlySet<string> = new Set(
  (
    'key label type ui_type description default_value required placeholder help_text secret_name validation options ' +
    'options_source'
  ).split(' '),
)
const LONGEST_NAME = 64
const VALIDATION_FIELDS: ReadonlySet<string> = new Set(['min', 'max', 'step', 'pattern'])
/** How a field is drawn that only declares its type. */
const BY_TYPE: Readonly<Record<string, UiType>> = {
  ...{ string: 'text', number: 'number', boolean: 'boolean', secret: 'secret-select', json: 'json' },
}

export interface Form {
  fields: ConfigField[]
  /** Buttons that fetch options, by name, with their addresses. */
  requests: { name: string; url: string }[]
}

/** The fields of the tool's settings form; empty if it has no settings. */
export function readForm(context: Fields): Form {
  const requests: Form['requests'] = []
  const value = get(context, 'ui_schema')
  const fields = value === undefined ? null : openFields(inside(context, 'ui_schema'), value, SCHEMA_FIELDS)
  if (!fields) return { fields: [], requests }
  const isConfigurable = takeBoolean(fields, 'configurable') ?? false
  const place = inside(fields, 'config_fields')
  const form = (takeArray(fields, 'config_fields') ?? []).flatMap((each, index) => {
    const field = openFields(inside(place, index), each, FIELD_FIELDS)
    return (field && readField(field, nameRequest(context), requests)) ?? []
  })
  return isConfigurable ? { fields: form, requests } : { fields: [], requests: [] }
}

const nameRequest = (context: Fields) => (key: string) =>
  `${get(context, 'name')}_options_${key}`.replace(/[^\w-]/g, '_').slice(0, LONGEST_NAME)

function readField(fields: Fields, nameOf: (key: string) => string, requests: Form['requests']): ConfigField | null {
  const key = takeString(fields, 'key')
  if (key === undefined) return reportMissing(fields, 'key', message('name-the-field'))
  const type = takeString(fields, 'type') ?? 'string'
  const written = takeString(fields, 'ui_type') ?? BY_TYPE[type]
  const uiType = UI_TYPES.find((each) => each === written)
  if (uiType === undefined)
    return report(inside(fields, 'ui_type'), 'error', 'FIELD_TYPE', 'ui-type-unknown', 'write-ui-type', {
      types: UI_TYPES.join(', '),
    })
  const defaultValue = get(fields, 'default_value')
  const placeholder = takeString(fields, 'placeholder')
  const secretName = takeString(fields, 'secret_name')
  const source = readOptionsSource(fields, nameOf(key), requests)
  return {
    ...{ key, uiType, label: takeString(fields, 'label') ?? key, required: takeBoolean(fields, 'required') ?? false },
    description: takeString(fields, 'description') ?? takeString(fields, 'help_text') ?? '',
    ...(defaultValue !== undefined && { defaultValue }),
    ...(placeholder !== undefined && { placeholder }),
    ...(secretName !== undefined && { secretName }),
    ...(source && { source }),
    ...{ validation: readValidation(fields), options: readOptions(fields) },
  }
}

function readValidation(field: Fields): ConfigField['validation'] {
  const value = get(field, 'validation')
  const fields = value === undefined ? null : openFields(inside(field, 'validation'), value, VALIDATION_FIELDS)
  if (!fields) return {}
  const { min, max, step, pattern } = fields.value
  return {
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    ...(typeof step === 'number' && { step }),
    ...(typeof pattern === 'string' && { pattern }),
  }
}

function readOptions(field: Fields): ConfigField['options'] {
  return (takeArray(field, 'options') ?? []).map((each) => {
    if (!isObject(each)) return { value: each, label: String(each) }
    const { value = null, label } = each
    return { value, label: typeof label === 'string' ? label : String(value) }
  })
}

function readOptionsSource(field: Fields, tool: string, requests: Form['requests']): OptionsSource | null {
  const source = get(field, 'options_source')
  if (!isObject(source)) return null
  const text = (name: string, absent: string) => (typeof source[name] === 'string' ? source[name] : absent)
  const { schema_name: schema, tag, url } = source
  if (typeof schema === 'string') {
    const paths = { valuePath: text('value_path', '$.id'), labelPath: text('label_path', '$.title') }
    return { from: 'store', schema, ...(typeof tag === 'string' && { tag }), ...paths }
  }
  if (typeof url !== 'string' || /[{}]/.test(url) || !readWebAddress(url).ok) {
    const at = inside(field, 'options_source')
    return report(at, 'error', 'FIELD_TYPE', 'options-source-unknown', 'write-options-source')
  }
  requests.push({ name: tool, url })
  return { from: 'address', tool, valueField: text('value_field', 'id'), labelField: text('label_field', 'name') }
}
