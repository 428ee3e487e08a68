import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { endingsIn, withEndingsAlone } from './request-names.ts'
import { meaningsOf, SYNONYMS } from './synonyms.ts'
import { isOneSlipAway, isTelling, stem, wordsOf } from './words.ts'

export interface RankedTool {
  tool: ToolDefinition
  score: number
}

const WEIGHT = { name: 2.5, description: 1, parameter: 0.5, example: 0.3 }
const MEANT = 0.4
const MISSPELT = 0.7
const FURTHER = 0.5
const SATURATION = 1.2
const LENGTH_SHARE = 0.4
/** In a message with a pasted log, the request is at its start or end. */
const READ_CHARS = 1500

interface Entry {
  tool: ToolDefinition
  counts: Map<string, number>
  length: number
}

/** All tools, best match first (BM25 over name, description and parameters); ties keep their order. */
export function rankTools(tools: readonly ToolDefinition[], text: string): RankedTool[] {
  const entries = tools.map(readTool)
  const known = new Map<string, number>()
  for (const { counts } of entries) for (const word of counts.keys()) known.set(word, (known.get(word) ?? 0) + 1)
  const usualLength = entries.reduce((sum, { length }) => sum + length, 0) / (entries.length || 1)
  const rarity = (word: string) => {
    const holders = known.get(word) ?? 0
    return Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
  }
  const wanted = readRequest(text, known)
  return entries
    .map(({ tool, counts, length }) => {
      const slack = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / (usualLength || 1))
      const fitOf = (word: string) => {
        const count = counts.get(word) ?? 0
        return count && (rarity(word) * count * (SATURATION + 1)) / (count + slack)
      }
      return { tool, score: wanted.reduce((sum, meanings) => sum + fitOfOne(meanings, fitOf), 0) }
    })
    .sort((one, other) => other.score - one.score)
}

/** A word with several meanings counts for its best one, and a little for the others. */
function fitOfOne(meanings: ReadonlyMap<string, number>, fitOf: (word: string) => number): number {
  const fits = [...meanings].map(([word, weight]) => weight * fitOf(word))
  const best = Math.max(0, ...fits)
  return best + FURTHER * (fits.reduce((sum, one) => sum + one, 0) - best)
}

function readTool(tool: ToolDefinition): Entry {
  const { name, description, parameters } = tool.function
  const counts = new Map<string, number>()
  let length = 0
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      if (!isTelling(word)) continue
      counts.set(stem(word), (counts.get(stem(word)) ?? 0) + weight)
      length += weight
    }
  }
  add(name, WEIGHT.name)
  add(description, WEIGHT.description)
  add((tool.tags ?? []).join(' '), WEIGHT.description)
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  for (const [param, schema] of Object.entries(properties)) {
    add(param, WEIGHT.parameter)
    if (isObject(schema) && typeof schema.description === 'string') add(schema.description, WEIGHT.example)
  }
  return { tool, counts, length }
}

const FEWEST_WORDS = 3

/** Whether a ranking by this text says much: it is not too short, and not in a language that the tools do not speak. */
export function isTellingText(tools: readonly ToolDefinition[], text: string): boolean {
  const known = new Set(tools.flatMap((tool) => [...readTool(tool).counts.keys()]))
  const words = [...new Set(wordsOf(withEndingsAlone(ends(text))))]
  const strange = words.filter((word) => isTelling(word) && !known.has(stem(word)) && !SYNONYMS.has(stem(word)))
  return words.filter(isTelling).length >= FEWEST_WORDS && strange.length <= words.length / 2
}

/** The possible meanings of each word in the words that tools use; an unknown word may be a typing error. */
function readRequest(text: string, known: ReadonlyMap<string, number>): Map<string, number>[] {
  // A file's ending says what it is; its name could say anything.
  const read = ends(text)
  const endings = new Set(endingsIn(read).map(stem))
  const asked = new Set(wordsOf(withEndingsAlone(read)).filter(isTelling).map(stem))
  return [...asked].map((word) => {
    const meanings = new Map<string, number>()
    addMeanings(meanings, word, 1, endings.has(word) ? 1 : MEANT)
    if (word.length < 4 || known.has(word) || SYNONYMS.has(word)) return meanings
    for (const near of [...known.keys(), ...SYNONYMS.keys()]) {
      if (near.length > 3 && isOneSlipAway(word, near)) addMeanings(meanings, near, MISSPELT, MEANT)
    }
    return meanings
  })
}

function addMeanings(meanings: Map<string, number>, word: string, weight: number, share: number): void {
  meanings.set(word, Math.max(weight, meanings.get(word) ?? 0))
  for (const meant of meaningsOf(word)) meanings.set(meant, Math.max(weight * share, meanings.get(meant) ?? 0))
}

/** As a tag is called. */
const VERSION = /(?<![\w.])v\d+(?:\.\d+)+\b/gi

const ends = (given: string) => {
  const text = given.replace(VERSION, ' version ')
  return text.length <= 2 * READ_CHARS ? text : `${text.slice(0, READ_CHARS)} ${text.slice(-READ_CHARS)}`
}
