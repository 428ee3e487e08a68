import type { CallErrorCode } from '#shared/call/plan'
import { type Message, message, textOf } from '#shared/messages/message'
import type { CallAnswer, ProposedCall } from './ports.ts'
import type { TurnState } from './turn-state.ts'

const MOST_REPAIRS = 2

/** The arguments are still wrong after all repairs, so the tool is not called again in this turn. */
export const isSpent = ({ misfits }: TurnState, tool: string): boolean => (misfits.get(tool) ?? 0) > MOST_REPAIRS

export const explainSpent = (tool: string): Message =>
  message('arguments-wrong-again', { tool, times: MOST_REPAIRS + 1, again: tool })

/** What the model reads after the last repair. Several misfits of a tool in one message count once. */
export function countMisfits(state: TurnState, calls: readonly ProposedCall[], answers: readonly CallAnswer[]) {
  const wrong = new Set(calls.flatMap(({ tool }, at) => (isMisfit(answers[at]?.code) ? [tool] : [])))
  for (const tool of wrong) state.misfits.set(tool, (state.misfits.get(tool) ?? 0) + 1)
  state.misfit = [...wrong].find((tool) => !isSpent(state, tool)) ?? null
  return answers.map((answer, at): CallAnswer => {
    const { tool } = calls[at] ?? { tool: '' }
    if (!isMisfit(answer.code) || !isSpent(state, tool)) return answer
    return { ...answer, text: `${answer.text}\n${textOf(explainSpent(tool))}` }
  })
}

const isMisfit = (code: CallErrorCode | undefined) =>
  code !== undefined && (code.startsWith('ARGS_') || code.startsWith('PARAM_'))
