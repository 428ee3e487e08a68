import { canonicalJson, isObject, parseJson } from '#shared/json'
import type { ModelAnswer, ModelMessage, ModelProblem, ToolDefinition } from '#shared/model/model'
import { isSpent } from './answer-calls.ts'
import { askAgain } from './ask-again.ts'
import { askModel } from './ask-model.ts'
import { contextOf, writeBeginning } from './beginning.ts'
import { FIRST_TOKENS, listOptions, type Option, readChoice, writeChoice } from './choose-tool.ts'
import { correctArguments } from './correct-arguments.ts'
import { fitContext } from './fit-context.ts'
import { toGrammar } from './force-call.ts'
import { amend, refit } from './mend-reply.ts'
import { continuePlan } from './open-calls.ts'
import type { ProposedCall } from './ports.ts'
import { constrain, prepareForced, prepareRequest } from './prepare-request.ts'
import { rankTools } from './rank-tools.ts'
import { readCalls } from './read-calls.ts'
import { endWith, type Round, recordAnswer } from './record-answer.ts'
import { callsOfTurn, type Ending, type TurnState } from './turn-state.ts'
import { wordsOf } from './words.ts'

/** One request and its result: calls, or the end of the turn. */
export async function takeRound(state: TurnState): Promise<Round> {
  if (state.style === 'choose') return takeChosenRound(state)
  const isCompact = state.style === 'compact'
  const planned = isCompact ? ((await refit(state)) ?? (await continuePlan(state))) : null
  if (planned) return takePlanned(state, planned)
  const beginning = writeBeginning(state)
  const asked = await askModel(state, () => prepareRequest(state), true)
  const { outcome } = asked
  if (!outcome.ok && outcome.problem.code === 'MODEL_WITHOUT_TOOLS' && state.style === 'native') {
    state.style = 'compact'
    return takeRound(state)
  }
  const answer = outcome.ok ? outcome.answer : outcome.said
  // A call at the end of a cut-off answer may be incomplete.
  const isWhole = outcome.ok && !answer.wasCut
  const read = isWhole ? readCalls(state, answer, beginning) : { calls: [], content: answer.content }
  const { calls, ...said } = isWhole && isCompact ? await amend(state, answer, read, beginning) : read
  await recordAnswer(state, { ...answer, ...said }, calls, asked)
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  if (answer.wasCut) return { ending: { reason: 'length' } }
  if (calls.length > 0) return { calls }
  return state.later.length > 0 ? takeOpen(state) : { ending: { reason: 'answered' } }
}

/** The model wrote nothing but calls that need a result first. */
async function takeOpen(state: TurnState): Promise<Round> {
  const calls = await continuePlan(state)
  return calls ? takePlanned(state, calls) : { ending: await endLoop(state) }
}

async function takePlanned(state: TurnState, planned: readonly ProposedCall[]): Promise<Round> {
  const { calls, notes } = correctArguments(state, planned)
  await recordAnswer(state, { content: '', thinking: '', notes }, calls)
  return { calls }
}

/** A small model that goes round in circles is asked once for an answer with the results it has. */
export async function endLoop(state: TurnState): Promise<Ending> {
  const last =
    state.style === 'native'
      ? null
      : await askAgain(state, 'Call no more tools. Answer the request in words, with the results above.')
  if (!last || last.answer.content === '' || readCalls(state, last.answer, writeBeginning(state)).calls.length > 0)
    return { reason: 'loop' }
  await recordAnswer(state, last.answer, [], last.asked)
  return { reason: 'answered' }
}

type Found<T> = { ok: true; value: T } | { ok: false; problem: ModelProblem }

const FILL = 'You write the arguments of one tool as JSON, with the values the person says. The tool:'

/** For the smallest models: choose one tool, then write its arguments under its schema. */
async function takeChosenRound(state: TurnState): Promise<Round> {
  const { input, ports } = state
  const request = input.text
  const tools = input.tools.filter(({ function: { name } }) => !isSpent(state, name))
  const options = listOptions(tools, input.tools, unservedText(request, listServed(state)))
  if (options.length === 1) return answerInWords(state)
  const wrong = options.find(({ tool }) => tool?.function.name === state.misfit)
  const chosen = wrong ? { ok: true as const, value: wrong } : await choose(state, options, request)
  if (!chosen.ok) return { ending: endWith(chosen.problem) }
  if (!chosen.value) {
    // The server returns no scores.
    state.style = 'compact'
    return takeRound(state)
  }
  const { tool } = chosen.value
  if (!tool) return answerInWords(state)
  const args = await fill(state, tool)
  if (!args.ok) return { ending: endWith(args.problem) }
  if (input.signal.aborted) return { ending: { reason: 'stopped' } }
  // It repeats a call whose result it has, so it does not know what else to do.
  if (wasAsked(state, tool, args.value)) return answerInWords(state)
  const { name } = tool.function
  const call = { call: ports.newId(), tool: name, args: args.value, recoveredFrom: 'structured' as const }
  await recordAnswer(state, { content: '', thinking: '' }, [call])
  return { calls: [call] }
}

/** Asks in two opposite orders, because models prefer certain positions. Null if the server returns no scores. */
async function choose(state: TurnState, options: Option[], request: string): Promise<Found<Option | null>> {
  const told: ModelAnswer['firstTokens'][] = []
  for (const order of [options, options.toReversed()]) {
    const { outcome } = await askModel(state, async () => prepareChoice(state, writeChoice(order, request)), false)
    if (!outcome.ok) return outcome
    if (!outcome.answer.firstTokens) return { ok: true, value: null }
    told.push(outcome.answer.firstTokens)
  }
  return { ok: true, value: readChoice(options, told) }
}

/** Short, but with the usual context size, because another size would reload the model. */
function prepareChoice(state: TurnState, [system, ...rest]: ModelMessage[]) {
  const numCtx = contextOf(state.input)
  const parts = { system: system?.content ?? '', skills: '', tools: [], messages: rest }
  const { messages } = fitContext(parts, { numCtx, calibration: state.reading.factor })
  const all = [...(system ? [system] : []), ...messages]
  const one = { tools: [], numCtx, maxTokens: 1, logprobs: FIRST_TOKENS }
  return { request: constrain(state, { model: state.input.model, messages: all, ...one }) }
}

async function fill(
  state: TurnState,
  { function: { name, description, parameters } }: ToolDefinition,
): Promise<Found<unknown>> {
  const isEmpty = Object.keys(isObject(parameters.properties) ? parameters.properties : {}).length === 0
  if (isEmpty) return { ok: true, value: {} }
  const task = `${FILL}\n${JSON.stringify({ name, description, parameters })}`
  const reminder: ModelMessage = { role: 'user', content: `Write the arguments of ${name} as JSON.` }
  const head = { system: task, skills: '', tools: [] }
  const prepare = () => prepareForced(state, [reminder], toGrammar(parameters), { head })
  const { outcome } = await askModel(state, prepare, false)
  if (!outcome.ok) return outcome
  // Invalid JSON was cut off; the gate reports it and the model writes it again.
  return { ok: true, value: parseJson(outcome.answer.content) ?? outcome.answer.content }
}

async function answerInWords(state: TurnState): Promise<Round> {
  const asked = await askModel(state, () => prepareRequest(state), true)
  const { outcome } = asked
  const answer = outcome.ok ? outcome.answer : outcome.said
  await recordAnswer(state, answer, [], asked)
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  return { ending: { reason: answer.wasCut ? 'length' : 'answered' } }
}

function listServed(state: TurnState): ToolDefinition[] {
  const names = new Set(callsOfTurn(state).map(({ tool }) => tool))
  return state.input.tools.filter((tool) => names.has(tool.function.name))
}

/** The part of a request that none of these tools mentions, and that may still be open. */
function unservedText(request: string, served: readonly ToolDefinition[]): string {
  if (served.length === 0) return request
  return wordsOf(request)
    .filter((word) => rankTools(served, word).every(({ score }) => score === 0))
    .join(' ')
}

function wasAsked(state: TurnState, tool: ToolDefinition, args: unknown): boolean {
  if (!isObject(args)) return false
  const asked = canonicalJson(args)
  return callsOfTurn(state).some((call) => call.tool === tool.function.name && canonicalJson(call.args) === asked)
}
