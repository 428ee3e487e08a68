import type { ModelAnswer, ModelMessage, ToolDefinition } from '#shared/model/model'
import { firstSentence } from './compact-text.ts'
import { rankTools } from './rank-tools.ts'
import { wordsOf } from './words.ts'

/** What the model can choose next: a tool, or an answer in words. */
export interface Option {
  /**
   * The model's answer for this option: its name, with the words reordered so that options start differently if
   * possible.
   */
  label: string
  tool: ToolDefinition | null
  description: string
  /** How many rare words it shares with the request. */
  fit: number
}

/** A server returns this many candidates for a token, and every option must be among them. */
export const MOST_OPTIONS = 12
export const FIRST_TOKENS = 20

const ANSWER = 'Answer in words; greetings, thanks, general knowledge, explaining, writing, or anything no tool is for.'
const ANSWERED = ['Hello! How are you?', 'Who wrote Don Quixote?']
/**
 * A request with fewer words in common with any tool probably needs none. With many tools, some word is shared by
 * chance.
 */
const fitOfAnswer = (count: number) => Math.min(1.5, Math.max(0.5, count / 8))
/** In nats, for one word. */
const WORTH_OF_WORD = 4
/** Small models are often sure of nonsense, so no ordering counts more than this. */
const MOST_DOUBT = 3

/** The options: the best matches in the order of the tools, and an answer in words. */
export function listOptions(tools: readonly ToolDefinition[], all: readonly ToolDefinition[], text: string): Option[] {
  const unit = Math.log(1 + (all.length - 0.5) / 1.5)
  const fits = new Map(rankTools(all, text).map(({ tool, score }) => [tool.function.name, score / unit]))
  const fitOf = ({ function: { name } }: ToolDefinition) => fits.get(name) ?? 0
  const best = new Set([...tools].sort((one, other) => fitOf(other) - fitOf(one)).slice(0, MOST_OPTIONS - 1))
  const listed = tools.filter((tool) => best.has(tool))
  const labels = makeLabels([...listed.map((tool) => tool.function.name), 'answer'])
  const options: Option[] = listed.map((tool, at) => {
    const { name, description } = tool.function
    return { label: labels[at] ?? name, tool, description: firstSentence(description), fit: fitOf(tool) }
  })
  return [
    ...options,
    { label: labels.at(-1) ?? 'answer', tool: null, description: ANSWER, fit: fitOfAnswer(all.length) },
  ]
}

/** The rarest word comes first, because only the first token is examined. */
function makeLabels(names: readonly string[]): string[] {
  const words = names.map((name) => wordsOf(name))
  const holders = new Map<string, number>()
  for (const word of words.flatMap((own) => [...new Set(own)])) holders.set(word, (holders.get(word) ?? 0) + 1)
  const labels = new Set<string>()
  for (const [at, own] of words.entries()) {
    const counts = own.map((word) => holders.get(word) ?? 0)
    const first = counts.indexOf(Math.min(...counts))
    const turned = [...own.slice(first, first + 1), ...own.filter((_, index) => index !== first)].join('_')
    labels.add(turned === '' || labels.has(turned) ? `${turned}_${at}` : turned)
  }
  return [...labels]
}

/** The options, an example for each, and the request. The next token is a label. */
export function writeChoice(options: readonly Option[], request: string): ModelMessage[] {
  const lines = options.map(({ label, description }) => `- ${label}: ${description}`)
  const system = ['Answer with the name of the one tool that does what is asked.', ...lines].join('\n')
  const examples = options.flatMap(({ label, tool, description }) => {
    const asked = tool ? [description] : ANSWERED
    return asked.flatMap((content): ModelMessage[] => [
      { role: 'user', content },
      { role: 'assistant', content: label, calls: [] },
    ])
  })
  return [{ role: 'system', content: system }, ...examples, { role: 'user', content: request }]
}

/** The option with the best score over all orderings; null if no answer contains a label. */
export function readChoice(options: readonly Option[], answers: readonly ModelAnswer['firstTokens'][]): Option | null {
  const read = answers.map((tokens = []) => new Map(options.map(({ label }) => [label, logprobOf(label, tokens)])))
  if (!read.every((scores) => [...scores.values()].some(Number.isFinite))) return null
  const trust = Math.max(0, agreementOf(read.map((scores) => options.map(({ label }) => scores.get(label) ?? 0))))
  const scoreOf = ({ label, fit }: Option) => {
    const liked = read.map((scores) => {
      return Math.max(-MOST_DOUBT, (scores.get(label) ?? Number.NEGATIVE_INFINITY) - Math.max(...scores.values()))
    })
    return WORTH_OF_WORD * fit + trust * liked.reduce((sum, one) => sum + one, 0)
  }
  return [...options].sort((one, other) => scoreOf(other) - scoreOf(one))[0] ?? null
}

/** How similar the answers to two orderings are, from -1 to 1. A model that chooses by position says nothing. */
function agreementOf([one = [], other = one]: readonly number[][]): number {
  const [a, b] = [toDeviations(one), toDeviations(other)]
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const spread = Math.sqrt(sumOf(a.map((value) => value * value)) * sumOf(b.map((value) => value * value)))
  return spread === 0 ? 0 : sumOf(a.map((value, at) => value * (b[at] ?? 0))) / spread
}

function toDeviations(scores: readonly number[]): number[] {
  const ranks = scores.map((score) => scores.filter((other) => other > score).length)
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
  return ranks.map((rank) => rank - mean)
}

function logprobOf(label: string, tokens: NonNullable<ModelAnswer['firstTokens']>): number {
  const starts = tokens.filter(({ token }) => {
    const start = token.trim().toLowerCase()
    return start !== '' && label.startsWith(start)
  })
  return Math.max(Number.NEGATIVE_INFINITY, ...starts.map(({ logprob }) => logprob))
}
