import { canonicalJson, isObject } from '#shared/json'
import type { ModelAnswer, ModelMessage } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import { type Beginning, writeBeginning } from './beginning.ts'
import { forceCall } from './force-call.ts'
import { nearestNames } from './offered-names.ts'
import type { ProposedCall } from './ports.ts'
import { prepareRequest } from './prepare-request.ts'
import { readCalls } from './read-calls.ts'
import { endWith, type Round, recordAnswer } from './record-answer.ts'
import { takeChosenRound } from './structured-round.ts'
import { callsOfTurn, type TurnState } from './turn-state.ts'
import { findWritten, type Written } from './written-commands.ts'

const NEAREST = 5

/** One request and what came of it: calls, or the end of the turn. */
export async function takeRound(state: TurnState): Promise<Round> {
  if (state.style === 'choose') return takeChosenRound(state)
  const beginning = writeBeginning(state)
  const asked = await askModel(state, () => prepareRequest(state), true)
  const { outcome } = asked
  if (!outcome.ok && outcome.problem.code === 'MODEL_WITHOUT_TOOLS' && state.style === 'native') {
    state.style = 'compact'
    return takeRound(state)
  }
  const answer = outcome.ok ? outcome.answer : outcome.said
  // Of an answer that was cut off, a call may be half of what was meant.
  const isWhole = outcome.ok && !answer.wasCut
  const read = isWhole ? readCalls(state, answer, beginning) : { calls: [], content: answer.content }
  const mended = isWhole && state.style === 'compact' ? await mend(state, answer, read.calls, beginning) : null
  const calls = mended?.calls ?? read.calls
  await recordAnswer(state, { ...answer, ...read, ...mended?.said }, calls, asked)
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  if (answer.wasCut) return { ending: { reason: 'length' } }
  return calls.length === 0 ? { ending: { reason: 'answered' } } : { calls }
}

interface Mended {
  calls: ProposedCall[]
  /** Where the answer itself is another one. */
  said?: Pick<ModelAnswer, 'content' | 'thinking'>
}

/** The habits of small models that one more question mends, once in a turn; null where there is nothing to mend. */
async function mend(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
  { names }: Beginning,
): Promise<Mended | null> {
  if (state.wasAskedAgain) return null
  const unknown = calls.find(({ tool }) => !names.has(tool) && !state.input.off?.has(tool))
  if (unknown) return mendName(state, answer, calls, unknown, names)
  if (calls.length > 0) return null
  // Who asks about a tool wants words.
  const isTold = (name: string) => isMentioned(name, answer.content) && !isMentioned(name, state.input.text)
  const mentioned = [...names].filter((name) => name.includes('_') && isTold(name))
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  const written = findProposal(state, answer.content, made)
  const wanted = new Set([...(made.size === 0 ? mentioned : []), ...(written?.tools ?? [])])
  if (wanted.size === 0 && !mentioned.some((name) => made.has(name))) return null
  const said: ModelMessage = { role: 'assistant', content: answer.content, calls: [] }
  state.wasAskedAgain = true
  if (wanted.size > 0) {
    const call = await forceCall(state, [said, say('Call it.')], [...wanted].slice(0, NEAREST))
    const wrote = call && written?.tools.includes(call.tool) ? { wrote: written.text } : {}
    return call && { calls: [{ ...call, ...wrote }] }
  }
  const again = say('Do not explain the tool. Answer the request in words, with the results above.')
  const { outcome } = await askModel(state, () => prepareRequest(state, [said, again]), false)
  const better = outcome.ok && !outcome.answer.wasCut ? outcome.answer : null
  return better && better.content !== '' ? { calls: [], said: better } : null
}

/** A command in its answer that one of the tools runs, unless that tool ran or the person named the command. */
function findProposal({ input }: TurnState, content: string, made: ReadonlySet<string>): Written | null {
  const written = findWritten(content, input.tools, input.commands ?? new Map())
  if (!written || input.text.includes(written.text)) return null
  return written.tools.some((tool) => made.has(tool)) ? null : written
}

/** A name that is nearly right: the model picks from the nearest ones. */
async function mendName(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
  wrong: ProposedCall,
  names: ReadonlySet<string>,
): Promise<Mended | null> {
  state.wasAskedAgain = true
  const nearest = nearestNames(wrong.tool, names).slice(0, NEAREST)
  const said: ModelMessage = { role: 'assistant', content: answer.content, calls: [] }
  const reason = say(`There is no tool ${wrong.tool.slice(0, 80)}. Call one of: ${nearest.join(', ')}`)
  const call = await forceCall(state, [said, reason], nearest)
  return call && { calls: calls.map((one) => (one === wrong ? call : one)) }
}

const say = (content: string): ModelMessage => ({ role: 'user', content })

const isMentioned = (name: string, text: string) => {
  const at = text.indexOf(name)
  return at >= 0 && !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))
}

/** The same call as in the last message of this turn, whose result it has. */
export function isSameAgain({ style, messages }: TurnState, { tool, args, recoveredFrom }: ProposedCall): boolean {
  // A model that has the protocol may look again on purpose.
  if (style === 'native' && recoveredFrom === undefined) return false
  const before = messages.slice(0, -1)
  const asked = before.findLast((message) => message.role !== 'tool')
  if (asked?.role !== 'assistant' || !isObject(args)) return false
  const wanted = canonicalJson(args)
  return asked.calls.some((call) => call.tool === tool && canonicalJson(call.args) === wanted)
}
