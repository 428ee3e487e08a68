import { expect, test } from 'vitest'
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

test('messages are said as people say them, without marks of the house', () => {
  expect(wrongIn(Object.values(EN), [...MARKS, ...STILTED])).toEqual([])
  expect(wrongIn(Object.values(DE), MARKS)).toEqual([])
})

/** Of the window, to be said better. */
const LEFT =
  /context holds$|shall we look|^No message holds|What is different:|asked about$|^What is compared|What is here is kept|^It holds|what is done there|^What is stopped|class D|decide anew|is asked for above|Each holds|Off holds|^What runs without asking, what is|that holds\.|not what is there|stands on record|what is started does/

test('so are the texts of the window', () => {
  const texts = Object.keys(GERMAN).filter((text) => !LEFT.test(text))
  expect(wrongIn(texts, [...MARKS, ...STILTED])).toEqual([])
  const german = Object.entries(GERMAN).flatMap(([text, said]) => (LEFT.test(text) ? [] : [said]))
  expect(wrongIn(german, MARKS)).toEqual([])
})
