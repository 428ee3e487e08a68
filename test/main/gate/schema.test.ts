import { describe, expect, it } from 'vitest'
import { checkPattern, compileSchema } from '#main/gate/schema'
import type { Json, JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

const object = (x: Json, more: JsonObject = {}): JsonObject => ({ type: 'object', properties: { x }, ...more })

describe('compileSchema', () => {
  it('compiles one schema once, even if it is read again', () => {
    const written = object({ type: 'string' }) as ParamsSchema
    const again = JSON.parse(JSON.stringify(written)) as ParamsSchema
    expect(compileSchema(again)).toBe(compileSchema(written))
  })

  it('keeps the patterns of one schema, and of two, apart', () => {
    const properties = { x: { pattern: '^a' }, y: { pattern: '^b' } }
    const validate = compileSchema({ type: 'object', properties })
    expect(validate({ x: 'a', y: 'b' })).toBeNull()
    expect(validate({ x: 'a', y: 'a' })).toMatchObject({ instancePath: '/y', keyword: 'pattern' })
    const other = compileSchema({ type: 'object', properties: { x: { pattern: '^c' } } })
    expect([other({ x: 'c' }), other({ x: 'a' })]).toEqual([null, expect.objectContaining({ keyword: 'pattern' })])
  })

  it('stays right over more schemas than one compiler handles', () => {
    for (let index = 0; index < 300; index += 1) {
      const validate = compileSchema({ type: 'object', properties: { x: { const: index } } })
      if (validate({ x: index }) !== null || validate({ x: index + 1 }) === null)
        throw new Error(`schema ${index} is wrong`)
    }
  })

  it('keeps its promise about https-url', () => {
    const validate = compileSchema(object({ format: 'https-url' }) as ParamsSchema)
    const isTaken = (x: string) => validate({ x }) === null
    expect(['https://example.test/a?b=c#d', 'https://[::1]/'].every(isTaken)).toBe(true)
    const refused = [
      'http://example.test',
      'file:///etc/passwd',
      'https://user:pw@example.test',
      'https:\\\\x.test',
      'https://x.test/a b',
      '-K',
      '@x',
      'javascript:0',
      '',
    ]
    expect(refused.filter(isTaken)).toEqual([])
  })

  it('does not mistake inherited names for members', () => {
    const params = {
      type: 'object',
      properties: { constructor: {}, toString: {} },
      required: ['constructor'],
    } as unknown as ParamsSchema
    expect(compileSchema(params)({})).toMatchObject({ keyword: 'required' })
  })
})

describe('checkPattern', () => {
  it('answers as it does for a pattern inside a schema', () => {
    expect(checkPattern('^a')).toBeNull()
    expect(textOf(checkPattern('(?=a)') ?? '')).toContain('looks ahead')
  })
})
