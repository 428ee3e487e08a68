import { describe, expect, it } from 'vitest'
import { checkConfig } from '#main/gate/check-config'
import type { Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { ConfigField, UiType } from '#shared/skill/tool-code'

const field = (uiType: UiType, more: Partial<ConfigField> = {}): ConfigField => ({
  ...{ key: 'a', label: 'A', uiType, description: '', required: false, validation: {}, options: [] },
  ...more,
})
const check = async (given: ConfigField, value: Json) => {
  const { a } = await checkConfig([given], { a: value })
  return a && textOf(a)
}
const slider = field('slider', { validation: { min: 0, max: 2, step: 0.1 } })
const select = field('select', {
  options: [
    { value: 1, label: 'One' },
    { value: 'two', label: 'Two' },
  ],
})
const stored = field('select', { source: { from: 'store', schema: 's', valuePath: '$.id', labelPath: '$.title' } })

describe('a value from a tool’s form', () => {
  it.each<[string, ConfigField, Json, RegExp]>([
    ['TC-27 beyond the end of a slider', slider, 3, /2/],
    ['between two steps of it', slider, 0.25, /steps of 0\.1, beginning with 0/],
    ['of another type', slider, '1', /must be 1/],
    ['that breaks a pattern', field('text', { validation: { pattern: '^[a-z]+$' } }), 'A1', /pattern|match/],
    ['that is no option', select, 3, /One, Two/],
    ['that is no text', field('textarea'), 1, /./],
    ['that is neither true nor false', field('boolean'), 'yes', /./],
    ['that is no id of a secret', field('secret-select'), { value: 'sesame' }, /./],
    ['that is missing', field('json', { required: true }), null, /A value is needed/],
  ])('%s is told', async (_, given, value, why) => {
    expect(await check(given, value)).toMatch(why)
  })

  it.each<[ConfigField, Json]>([
    [slider, 0.3],
    [slider, 2],
    [field('number', { validation: { min: 1, step: 2 } }), 7],
    [field('text', { validation: { pattern: '^[a-z]+$' } }), 'abc'],
    [select, 'two'],
    [stored, 'whatever was stored'],
    [field('boolean'), false],
    [field('json'), { deep: [1] }],
    [field('text'), ''],
  ])('that fits is taken: %j %j', async (given, value) => {
    expect(await check(given, value)).toBeUndefined()
  })
})
