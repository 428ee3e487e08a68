import { canonicalJson, isObject, type Json, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelProblem, ToolDefinition } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import { FIRST_TOKENS, listOptions, type Option, readChoice, writeChoice } from './choose-tool.ts'
import { toGrammar } from './fill-schema.ts'
import { FIND_TOOLS } from './offer-tools.ts'
import { preparePlain, prepareShort } from './prepare-plain.ts'
import { pickTools } from './prepare-request.ts'
import { endWith, type Round, recordAnswer } from './record-answer.ts'
import { isSpent } from './repairs.ts'
import type { TurnState } from './turn-state.ts'
import { unservedText } from './unserved-text.ts'

/** What the model wants next; null is to answer in words. */
type Wanted = { tool: ToolDefinition; args: unknown } | null
type Found<T> = { ok: true; value: T } | { ok: false; problem: ModelProblem }

const FILL = 'You write the arguments of one tool as JSON, with the values the person says. The tool:'

/** For a model that takes no tools: it chooses one, then writes its arguments under the tool's own schema. */
export async function takeStructuredRound(state: TurnState): Promise<Round> {
  const wanted = await decide(state)
  if (!wanted.ok) return { ending: endWith(wanted.problem) }
  if (state.input.signal.aborted) return { ending: { reason: 'stopped' } }
  // What it has asked for already, it has the answer of: it does not know what else to do.
  if (!wanted.value || wasAsked(state, wanted.value)) return answerInWords(state)
  const { tool, args } = wanted.value
  const { name } = tool.function
  const call = { call: state.ports.newId(), tool: name, args, recoveredFrom: 'structured' as const }
  await recordAnswer(state, { content: '', thinking: '' }, [call])
  return { calls: [call], offered: new Set([name]) }
}

async function decide(state: TurnState): Promise<Found<Wanted>> {
  const request = state.input.text
  const tools = pickTools(state).filter(({ function: { name } }) => name !== FIND_TOOLS && !isSpent(state, name))
  const options = listOptions(tools, state.input.tools, unservedText(request, listServed(state)))
  if (options.length === 1) return { ok: true, value: null }
  if (state.way === 'enum') return askAtOnce(state, options)
  const wrong = options.find(({ tool }) => tool?.function.name === state.misfit)
  const chosen = wrong ? { ok: true as const, value: wrong } : await choose(state, options, request)
  if (!chosen.ok) return chosen
  if (chosen.value) return chosen.value.tool ? fill(state, chosen.value.tool) : { ok: true, value: null }
  state.way = 'enum'
  return askAtOnce(state, options)
}

/** In two opposite orders, because a model likes what stands in a certain place. Null where the server tells no scores. */
async function choose(state: TurnState, options: Option[], request: string): Promise<Found<Option | null>> {
  const told: ModelAnswer['firstTokens'][] = []
  for (const order of [options, options.toReversed()]) {
    const one = { maxTokens: 1, temperature: 0, logprobs: FIRST_TOKENS }
    const prepare = async () => prepareShort(state, writeChoice(order, request), one)
    const { outcome } = await askModel(state, prepare, false)
    if (!outcome.ok) return outcome
    if (!outcome.answer.firstTokens) return { ok: true, value: null }
    told.push(outcome.answer.firstTokens)
  }
  return { ok: true, value: readChoice(options, told) }
}

async function fill(state: TurnState, tool: ToolDefinition): Promise<Found<Wanted>> {
  const { name, parameters } = tool.function
  if (Object.keys(isObject(parameters.properties) ? parameters.properties : {}).length === 0) {
    return { ok: true, value: { tool, args: {} } }
  }
  const reminder = `Write the arguments of ${name} as JSON.`
  const plain = { task: FILL, tools: [tool], reminder, format: toGrammar(parameters) }
  const { outcome } = await askModel(state, () => preparePlain(state, plain), false)
  if (!outcome.ok) return outcome
  // What is no JSON is cut off: the gate says so, and the model writes it again.
  return { ok: true, value: { tool, args: readJson(outcome.answer.content) ?? outcome.answer.content } }
}

/** Tool and arguments in one answer. */
async function askAtOnce(state: TurnState, options: Option[]): Promise<Found<Wanted>> {
  const tools = options.flatMap(({ tool }) => tool ?? [])
  const names = tools.map((tool) => tool.function.name)
  const inWords = names.includes('answer') ? 'answer_in_words' : 'answer'
  const task = `Answer with JSON: the tool that does what is asked, and its arguments; or the tool ${inWords}, when none does. The tools:`
  const format: JsonObject = {
    type: 'object',
    properties: { tool: { type: 'string', enum: [...names, inWords] }, arguments: { type: 'object' } },
    required: ['tool', 'arguments'],
  }
  const { outcome } = await askModel(state, () => preparePlain(state, { task, tools, format }), false)
  if (!outcome.ok) return outcome
  const read = readJson(outcome.answer.content)
  const tool = tools.find(({ function: { name } }) => isObject(read) && name === read.tool)
  return { ok: true, value: tool && isObject(read) ? { tool, args: read.arguments } : null }
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

async function answerInWords(state: TurnState): Promise<Round> {
  const { outcome } = await askModel(state, () => preparePlain(state, { task: '', tools: [] }), true)
  const answer = outcome.ok ? outcome.answer : outcome.said
  await recordAnswer(state, answer, [])
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  return { ending: { reason: answer.wasCut ? 'length' : 'answered' } }
}

function callsOfTurn({ messages }: TurnState) {
  const start = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(start).flatMap((message) => (message.role === 'assistant' ? message.calls : []))
}

function listServed(state: TurnState): ToolDefinition[] {
  const names = new Set(callsOfTurn(state).map(({ tool }) => tool))
  return state.input.tools.filter((tool) => names.has(tool.function.name))
}

function wasAsked(state: TurnState, { tool, args }: NonNullable<Wanted>): boolean {
  if (!isObject(args)) return false
  const asked = canonicalJson(args)
  return callsOfTurn(state).some((call) => call.tool === tool.function.name && canonicalJson(call.args) === asked)
}
