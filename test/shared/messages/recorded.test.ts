import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { RECORDED } from '#shared/messages/german/recorded'
import { sayRecorded, speak } from '#shared/messages/say'
import { makeTranslator } from '#shared/messages/translate-recorded'

const HOLE = /\{(\w+)(?::(\w+))?\}/g
const holesOf = (text: string) => [...text.matchAll(HOLE)].map(([, name]) => name)
const literalsOf = (text: string) => text.split(/\{\w+(?::\w+)?\}/)

const catalogue: Readonly<Record<string, string>> = RECORDED
const SENTENCES = Object.keys(catalogue)
const SAME = Object.fromEntries(
  SENTENCES.map((sentence) => [sentence, sentence.replace(HOLE, (_hole, name: string) => `{${name}}`)]),
)
const inGerman = makeTranslator(catalogue)
const asItWas = makeTranslator(SAME)

/** What a hostile skill or model would write: pieces of main's own sentences, and whatever might end a hole. */
const ENDS = ['; ', ': ', ' (', ')', '"', '\\"', '. ', '$&', '{command}', '{reason:said}', '\n', ' is ', '\u202e']
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...ENDS), fc.constantFrom(...SENTENCES.flatMap(literalsOf)), fc.string()), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''))

/** A sentence as main would write it, with such a value in each hole. */
const written = fc
  .constantFrom(...SENTENCES)
  .chain((sentence) =>
    fc
      .array(hostile, { minLength: holesOf(sentence).length, maxLength: holesOf(sentence).length })
      .map((values) => ({ sentence, values, text: fill(sentence, values) })),
  )

function fill(sentence: string, values: readonly string[]): string {
  let at = 0
  return sentence.replace(HOLE, (_hole, _name: string, kind: string | undefined) => {
    const value = values[at++] ?? ''
    return kind === 'quoted' ? JSON.stringify(value) : value
  })
}

afterEach(() => speak('en'))

describe('a sentence that main wrote', () => {
  test('is shown as it stands in English, and in the words of the language that is spoken', async () => {
    const sentence = 'refused (class X): the environment may not hold LD_PRELOAD'
    expect(sayRecorded(sentence)).toBe(sentence)
    await speak('de')
    expect(sayRecorded(sentence)).toBe('verweigert (Klasse X): die Umgebung darf LD_PRELOAD nicht enthalten')
    expect(sayRecorded('Nobody ever wrote that.')).toBe('Nobody ever wrote that.')
  })

  test('is said by its pieces where main put it together', () => {
    const reasons = 'git push is not known to read only; argument 2 ("a; b can run any code") looks like an option'
    expect(inGerman(`asks first (class D): its first run since the tool changed; ${reasons}`)).toBe(
      'fragt vorher (Klasse D): der erste Lauf, seit sich das Werkzeug geändert hat; git push ist nicht als rein lesend bekannt; Argument 2 ("a; b can run any code") sieht wie eine Option aus',
    )
    expect(inGerman('The record is closed. Open it again before using it.')).toBe(
      'Die Aufzeichnung ist geschlossen. Öffnen Sie sie wieder, bevor Sie sie benutzen.',
    )
    expect(inGerman('Remove it. Did you mean "kind"?')).toBe('Entfernen Sie es. Meinten Sie "kind"?')
  })

  test('keeps what stands in it letter by letter, whatever that looks like', () => {
    const name = 'a skill; x can run any code'
    expect(inGerman(`There is no skill ${name}.`)).toBe(`Es gibt keinen Skill ${name}.`)
    const quoted = JSON.stringify('") looks like an option; y is known to read only; ("')
    expect(inGerman(`argument 1 (${quoted}) holds characters that cannot be seen`)).toBe(
      `Argument 1 (${quoted}) enthält unsichtbare Zeichen`,
    )
    expect(inGerman('Ollama says: the model')).toBe('Ollama meldet: the model')
  })

  test('is not held up by one that was made to be slow', () => {
    const pieces = ['; its value is unchanged', ' is not ', ': ', '. ', '"\\', 'parameter ', ' in line ', '; ', ' ("']
    const starts = ['asks first (class D): ', 'argument 1 ("', 'parameter ', 'the resolver of ', 'There is ', '']
    for (const piece of pieces) {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length))
      for (const start of starts) expect(asItWas(start + long)).toHaveLength(start.length + long.length)
    }
  }, 60_000)
})

describe('the catalogue of such sentences', () => {
  test('has the same values in the same places in both languages', () => {
    const wrong = Object.entries(catalogue).filter(([en, de]) => String(holesOf(en)) !== String(holesOf(de)))
    expect(wrong).toEqual([])
  })

  test('begins with no value that could take in another sentence', () => {
    const open = SENTENCES.filter((sentence) => /^\{\w+\}/.test(sentence))
    expect(open).toEqual(['{value} (a string)'])
  })

  test('takes each sentence for itself and for no other', () => {
    const wrong = SENTENCES.filter((sentence) => {
      const values = holesOf(sentence).map((_, at) => `v${at}`)
      return inGerman(fill(sentence, values)) !== fillGerman(sentence, values)
    })
    expect(wrong).toEqual([])
  })

  test('neither loses nor moves nor changes a letter: said in the same words, every sentence is what it was', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          written,
          hostile.map((text) => ({ text })),
        ),
        ({ text }) => {
          expect(asItWas(text)).toBe(text)
        },
      ),
      { numRuns: 3000 },
    )
  }, 60_000)

  test('never makes one sentence of another: what is said in German is the German of a reading of the English', () => {
    // Words that no value holds, one for each sentence: what stands between them are values, as they were written.
    const marked = Object.fromEntries(
      SENTENCES.map((sentence, at) => {
        const marks = literalsOf(sentence).map((_, place) => `\ue000${at}.${place}\ue001`)
        return [
          sentence,
          holesOf(sentence).reduce((words, name, hole) => `${words}{${name}}${marks[hole + 1]}`, marks[0]),
        ]
      }),
    ) as Record<string, string>
    const say = makeTranslator(marked)
    fc.assert(
      fc.property(written, ({ text }) => {
        const said = say(text)
        // Put back into English word by word, it is the sentence again.
        const back = said.replace(/\u{e000}(\d+)\.(\d+)\u{e001}/gu, (_mark, at: string, place: string) => {
          return literalsOf(SENTENCES[Number(at)] as string)[Number(place)] ?? ''
        })
        expect(back).toBe(text)
      }),
      { numRuns: 3000 },
    )
  }, 60_000)
})

function fillGerman(sentence: string, values: readonly string[]): string {
  const names = holesOf(sentence)
  const kinds = [...sentence.matchAll(HOLE)].map(([, , kind]) => kind)
  return (catalogue[sentence] as string).replace(HOLE, (_hole, name: string) => {
    const at = names.indexOf(name)
    return kinds[at] === 'quoted' ? JSON.stringify(values[at]) : (values[at] ?? '')
  })
}
