import { describe, expect, it } from 'vitest'
import { choicesOf, fitsForm, readQuestion } from '#shared/call/question'
import type { JsonObject } from '#shared/json'

const form = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more })
const ask = (properties: JsonObject, message = 'Which one?') =>
  readQuestion({ message, requestedSchema: form(properties) })

describe('a server’s question', () => {
  it('reaches the person with its words and its form', () => {
    const properties = { city: { type: 'string' }, days: { type: 'integer' } }
    expect(ask(properties)).toEqual({ text: 'Which one?', schema: form(properties) })
  })

  it.each([
    ['by the name of a field', { apiKey: { type: 'string' } }, 'Fill this in'],
    ['by a name with a line in it', { one_time_pin: { type: 'string' } }, 'Fill this in'],
    ['by its title', { a: { type: 'string', title: 'Your passphrase' } }, 'Fill this in'],
    ['by a name of two words', { passPhrase: { type: 'string' } }, 'Fill this in'],
    ['by a name with a line within the word', { pass_word: { type: 'string' } }, 'Fill this in'],
    ['by words with unseen characters', { a: { type: 'string' } }, 'Type the pass\u00adword of your mail account'],
    ['by words in wide letters', { a: { type: 'string', title: '\uff30\uff29\uff2e' } }, 'Fill this in'],
    ['by its words alone', { a: { type: 'string' } }, 'Type the password of your mail account'],
  ])('is refused where it wants a secret: %s', (_title, properties, words) => {
    expect(ask(properties, words)).toEqual({ text: words, schema: {}, refused: 'secret' })
  })

  it.each([
    ['an address to open', { message: 'Sign in', mode: 'url', url: 'https://evil.example/' }],
    ['no form', { message: 'Which?', requestedSchema: null }],
    ['a form within a form', { message: 'Which?', requestedSchema: form({ a: { type: 'object' } }) }],
    ['a form that refers elsewhere', { message: 'Which?', requestedSchema: form({ a: { $ref: 'http://a/b' } }) }],
    ['words without end', { message: 'a'.repeat(2001), requestedSchema: form({}) }],
    [
      'a form without end',
      { message: 'Which?', requestedSchema: form({ a: { type: 'string', title: 'a'.repeat(20_000) } }) },
    ],
    [
      'more fields than anybody reads',
      {
        message: 'Which?',
        requestedSchema: form(Object.fromEntries([...Array(21).keys()].map((at) => [`f${at}`, { type: 'string' }]))),
      },
    ],
  ])('is refused where it is %s', (_title, params) => {
    expect(readQuestion(params as unknown as JsonObject)).toMatchObject({ refused: 'form', schema: {} })
  })
})

describe('an answer', () => {
  const schema = form(
    {
      mail: { type: 'string', format: 'email' },
      when: { type: 'string', format: 'date' },
      days: { type: 'integer', minimum: 1, maximum: 7 },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 },
      sure: { type: 'boolean' },
    },
    { required: ['mail'] },
  )

  it.each([
    [{ mail: 'a@b.example', when: '2026-01-31', days: 7, size: 's', tags: ['a', 'b'], sure: false }, true],
    [{ mail: 'a@b.example' }, true],
    [{}, false],
    [{ mail: 'nobody' }, false],
    [{ mail: 'a@b.example', when: '2026-13-01' }, false],
    [{ mail: 'a@b.example', days: 8 }, false],
    [{ mail: 'a@b.example', days: 1.5 }, false],
    [{ mail: 'a@b.example', size: 'm' }, false],
    [{ mail: 'a@b.example', tags: ['a', 'c'] }, false],
    [{ mail: 'a@b.example', tags: ['a', 'b', 'a'] }, false],
    [{ mail: 'a@b.example', sure: 'yes' }, false],
    [{ mail: 'a@b.example', more: 'unasked' }, false],
    [{ mail: 'a@b.example', constructor: 'unasked' }, false],
  ])('%j fits: %s', (answer, fits) => {
    expect(fitsForm(answer as JsonObject, schema)).toBe(fits)
  })

  it('is chosen by the names the server gives', () => {
    expect(choicesOf({ enum: ['s', 'l'], enumNames: ['Small', 'Large'] })).toEqual([
      { value: 's', title: 'Small' },
      { value: 'l', title: 'Large' },
    ])
    expect(choicesOf({ type: 'string' })).toBe(null)
  })
})
