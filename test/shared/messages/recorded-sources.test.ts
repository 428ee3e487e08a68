import { describe, expect, test } from 'vitest'
import { GERMAN, sayInGerman } from '#shared/messages/german'
import { RECORDED } from '#shared/messages/german/recorded'
import { RISK } from '#shared/messages/german/recorded-risk'
import { filesBelow, sentencesIn, shapeOf } from './recorded-sentences.ts'

/** What stands in these is read by no person in the window. */
const NOT_SHOWN: Record<string, RegExp> = {
  'the terminal says it, and it speaks English': /^src\/main\/cli\//,
  'the model reads it': /agent\/(?!turn\.ts)|skills\/context|tell-model|live-text|output-ring|trial-requests|try-model/,
  'it is no sentence: names of programs, words of SQL, rules of a sandbox':
    /read-only|dangerous|untrusted|program-access\.ts|secret-places|seatbelt|app-protocol|digest\.ts|spec-hash|migrations|unfinished|database\.ts|owner\.ts|tray-host\.ts/,
  'it is written to a file that is exported': /chat-document/,
  'the window does not show why there is no sandbox': /bubblewrap|process\/sandbox\.ts/,
  'messages with codes say it in both languages': /main\/(?:runners\/http|launchers|network|sandbox)\//,
  'the system shows it before there is a window': /electron\/(?:app|window|missing-place)\.ts/,
}

/** No sentences, or sentences that stand in the catalogue with their pieces filled in. */
const OTHERWISE = [
  '{} is {}; review it and trust it before its scripts may run.',
  'the skill {} {}; review it and trust it before its tools can run',
  'Add an entry with "tool": {} to "execution"{}.',
  'unknown parameter{}: {}. {}',
  '{} holds no message of a chat.{} Choose a chat that Skillet exported, as Markdown or JSONL.',
  'It is {}; a skill holds files and folders alone.',
  'No program named {} was found.{} Install it, or put its folder on PATH. Searched: {}',
  'The frontmatter has {}.',
  'the {} of {}',
  'the resolver of {} did not succeed ({}); its value is unchanged',
  'the members of this process group',
  'Fetch one that can: ollama pull qwen3:4b',
  ...['as it stands', 'read anew', 'chat file', '<file {}>', 'Application Support', 'Local State'],
  ...['malformed JSON', 'Did not receive done', 'a tool without errors has a name and a schema'],
  // Of the page's own call, which nobody wrote by hand.
  ...['{}: input{} {}.', 'by a value of type {}'],
  // In the midst of values, which stay as they are.
  ...['{} and {} more', 'no other parameter', '[a picture, {}, which is not on record any more]'],
]

/** Made of single words, or by the library that checks schemas. */
const MADE_OF_WORDS =
  /^must |^a (?:boolean|undefined)$|^unknown parameters: | in lines \{|^the sandbox is |^\{skill:piece\} is \w+; review|^the [{[] of /

const catalogue = Object.keys(RECORDED)
const shapes = catalogue.map(shapeOf)
const known = shapes.join('\n')
/** A piece of a sentence, without the values at its ends. */
const bare = (shape: string) => shape.replace(/^(?:\{\}|[\s"])+|(?:\{\}|[\s"])+$/g, '')
const isKnown = (shape: string) => {
  const sentence = shape.replaceAll('{}', '"v"').trim()
  return known.includes(bare(shape)) || Object.hasOwn(GERMAN, shape) || sayInGerman(sentence) !== sentence
}
const SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|VACUUM|CREATE|IS NULL|ORDER BY|AND|_version)\b|[=<>] \?|IN \(/
/** Of JSON Schema, and of characters. */
const KEYWORDS = /\$(?:defs|schema|async)|^anyOf |^not if |^minimum |^minLength |\\x\{/
const isSentence = (shape: string) => !SQL.test(shape) && !KEYWORDS.test(shape)

const sources = filesBelow('src/main').flatMap(sentencesIn)
const shown = sources.filter(
  ({ file, shape }) => !Object.values(NOT_SHOWN).some((files) => files.test(file)) && isSentence(shape),
)

describe('the catalogue of sentences that main writes', () => {
  test('holds every sentence of its sources that the window may show', () => {
    const missing = shown.filter(({ shape }) => !isKnown(shape) && !OTHERWISE.includes(shape))
    expect(missing).toEqual([])
  })

  test('holds nothing that main does not say any more', () => {
    const said = sources.map(({ shape }) => shape).join('\n')
    const gone = catalogue.filter(
      (sentence) =>
        // Records made before verdicts had codes hold these.
        !Object.hasOwn(RISK, sentence) &&
        !MADE_OF_WORDS.test(sentence) &&
        !phrasesOf(sentence).every((phrase) => said.includes(phrase)),
    )
    expect(gone).toEqual([])
  })
})

/** What stands between values and marks: main may have put the sentence together at any of them. */
function phrasesOf(sentence: string): string[] {
  return shapeOf(sentence)
    .split(/\{\}|[:;.,()"]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase.includes(' '))
}
