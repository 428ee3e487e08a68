import { expect, test } from 'vitest'
import { COMMANDS } from '#main/cli/commands'
import { OPTIONS } from '#main/cli/options'
import { DE } from '#shared/messages/de'
import { EN } from '#shared/messages/en'
import { GERMAN } from '#shared/messages/german'

const NAMES = /\b(?:SKILL|PATH|OLLAMA_[A-Z_]+|SKILLET_[A-Z_]+|LD_[A-Z_]+)\b/g
/** Marks of the house, which say nothing to a person: classes of risk, codes. */
const MARKS = [/\b(?:class|Klasse) [A-DX]\b/, /\b[A-Z]{2,}_[A-Z_]{2,}\b/]
/** English as nobody speaks it. */
const STILTED = [
  /\bstands?\b/,
  /\banew\b/,
  /\bwhat is\b(?!.*\?$)/i,
  /\bcomes to\b/,
  /\bshall\b/,
  /\bholds\b/,
  /nobody vouches/,
]

const wrongIn = (texts: readonly string[], forms: readonly RegExp[]) =>
  texts.filter((text) => forms.some((form) => form.test(text.replace(NAMES, 'NAME'))))

test('messages use plain English, without the house’s own codes', () => {
  expect(wrongIn(Object.values(EN), [...MARKS, ...STILTED])).toEqual([])
  expect(wrongIn(Object.values(DE), MARKS)).toEqual([])
})

test('the window’s texts use plain English too', () => {
  expect(wrongIn(Object.keys(GERMAN), [...MARKS, ...STILTED])).toEqual([])
  expect(wrongIn(Object.values(GERMAN), MARKS)).toEqual([])
})

test('so does the help of the command line', () => {
  const about = [...COMMANDS.flatMap(({ summary, about }) => [summary, about]), ...Object.values(OPTIONS)]
  const texts = about.map((each) => (typeof each === 'string' ? each : each.about))
  expect(texts.length).toBeGreaterThan(80)
  expect(wrongIn(texts, [...MARKS, ...STILTED])).toEqual([])
})
