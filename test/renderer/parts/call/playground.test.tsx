import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fieldsOf, PlaygroundForm, readFields, toValues } from '#renderer/parts/call/playground-form.tsx'
import { PlaygroundPreview } from '#renderer/views/calls/call-form.tsx'
import { toField } from '#renderer/views/skills/playground.tsx'
import { type ConfigField, UI_TYPES, type UiType } from '#shared/skill/tool-code'
import { plan } from '../../../stories/facts.ts'

const nothing = () => {}
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const fields = fieldsOf({
  type: 'object',
  properties: {
    depth: { type: 'integer' },
    all: { type: 'boolean' },
    unit: { enum: ['k', 'M'] },
    odd: { enum: ['k', 1] },
    except: { type: 'array', items: { type: 'string' } },
    folder: { type: 'string', description: 'Where to \u202elook' },
  },
  required: ['folder'],
})

describe('the form of a tool', () => {
  it('has a field for each parameter of its schema, required ones first', () => {
    expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      ...['folder text', 'depth number', 'all boolean', 'unit choice', 'odd json', 'except json'],
    ])
    const form = renderToStaticMarkup(<PlaygroundForm fields={fields} values={{}} problems={{}} onChange={nothing} />)
    expect(form.match(/<select/g)).toHaveLength(2)
    expect(words(form)).toContain('folder Required Where to \\u{202E}look')
  })

  it('leaves out empty fields, and reads the others by their kind', () => {
    expect(readFields(fields, { folder: '/x', depth: '2', all: 'false', unit: 'k', except: '["a"]', odd: '' })).toEqual(
      {
        args: { folder: '/x', depth: 2, all: false, unit: 'k', except: ['a'] },
        problems: {},
      },
    )
  })

  it('says if JSON is incomplete, and lets the gate judge what is not a number', () => {
    const { args, problems } = readFields(fields, { except: '[', depth: 'two' })
    expect(args).toEqual({ depth: 'two' })
    expect(problems.except).toContain('Invalid JSON')
  })

  it('can be filled in where a parameter is named like something that every object has', () => {
    const names = ['constructor', 'toString', '__proto__']
    const odd = fieldsOf(JSON.parse(`{"properties":{${names.map((name) => `"${name}":{"type":"string"}`).join()}}}`))
    const { args, problems } = readFields(odd, {})
    expect({ args, problems }).toEqual({ args: {}, problems: {} })
    const form = renderToStaticMarkup(<PlaygroundForm fields={odd} {...{ values: {}, problems }} onChange={nothing} />)
    expect(form.match(/<textarea[^>]*><\/textarea>/g)).toHaveLength(names.length)
    const broken = readFields(
      odd.map((field) => ({ ...field, kind: 'json' as const })),
      Object.fromEntries(names.map((name) => [name, '['])),
    )
    expect(Object.keys(broken.problems)).toEqual(names)
  })

  it('has check boxes for any number of choices, and keeps them in their order', () => {
    const kinds = {
      type: 'array',
      items: { anyOf: ['a', 'b'].map((each) => ({ const: each, title: `Kind ${each}` })) },
    }
    const many = fieldsOf({
      type: 'object',
      properties: { kinds, mixed: { type: 'array', items: { enum: ['k', 1] } } },
    })
    expect(many.map(({ kind }) => kind)).toEqual(['choices', 'json'])
    const values = { kinds: '["b"]', mixed: '' }
    const form = renderToStaticMarkup(<PlaygroundForm fields={many} values={values} problems={{}} onChange={nothing} />)
    expect(form.match(/type="checkbox"/g)).toHaveLength(2)
    expect(form).toMatch(/checked=""[^>]*\/>Kind b/)
    expect(readFields(many, values).args).toEqual({ kinds: ['b'] })
    const needed = fieldsOf({ type: 'object', properties: { kinds }, required: ['kinds'] })
    expect(readFields(needed, {}).args).toEqual({ kinds: [] })
  })

  it('accepts a schema without parameters, and one that is not a schema', () => {
    expect(fieldsOf({ type: 'object' })).toEqual([])
    expect(fieldsOf({ type: 'object', properties: { a: true, b: null }, required: 'a' })).toHaveLength(2)
  })
})

describe('the form of a tool’s settings', () => {
  const field = (uiType: UiType, more: Partial<ConfigField> = {}): ConfigField => ({
    ...{ key: uiType, label: `A ${uiType}`, uiType, description: '', required: false, validation: {}, options: [] },
    ...more,
  })
  const form = UI_TYPES.map((each) => field(each)).map((each) =>
    toField(
      { ...each, options: [{ value: 1, label: 'One' }], validation: { min: 0, max: 2, step: 0.5 } },
      [],
      each.uiType === 'select' ? 'gone' : undefined,
    ),
  )

  it('has a control for every kind of field, with its label and its bounds', () => {
    const drawn = renderToStaticMarkup(
      <PlaygroundForm fields={form} values={{ select: '"gone"' }} problems={{ json: 'no JSON' }} onChange={nothing} />,
    )
    for (const uiType of UI_TYPES) expect(words(drawn)).toContain(`A ${uiType}`)
    expect(drawn).toMatch(/min="0" max="2" step="0.5" type="range"/)
    expect(drawn.match(/<select/g)).toHaveLength(3)
    expect(drawn).toContain('<option value="&quot;gone&quot;" selected="">gone</option>')
    expect(words(drawn)).toContain('no JSON')
  })

  it('returns the values of its options with their own type', () => {
    const values = { select: '1', slider: '1.5', textarea: 'two\nlines', boolean: 'true' }
    expect(readFields(form, values).args).toEqual({ select: 1, slider: 1.5, textarea: 'two\nlines', boolean: true })
    expect(toValues(form, readFields(form, values).args)).toEqual(values)
  })
})

describe('the preview', () => {
  it('is the whole command with its checks, or why there is none', () => {
    const made = plan('sizes', 'ssm', ['du', '-h', '/home/you'])
    const shown = renderToStaticMarkup(
      <PlaygroundPreview preview={{ ok: true, plan: made, verdict: { kind: 'ask', reason: 'asks before running' } }} />,
    )
    expect(words(shown)).toContain('du -h /home/you')
    expect(words(shown)).toContain('asks before running')
    expect(shown).toContain('<span class="tag" data-origin="person">you</span>')
    const refused = renderToStaticMarkup(
      <PlaygroundPreview preview={{ ok: false, code: 'PARAM_MISSING', message: 'folder is needed.' }} />,
    )
    expect(words(refused)).toContain('folder is needed.')
  })
})
