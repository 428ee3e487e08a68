import { recoveryOf } from '#renderer/parts/call/call-words.ts'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { callerOf } from '#shared/call/call-state'
import type { Fact } from '#shared/facts'
import { say, sayMessage } from '#shared/messages/say'

export interface Repair {
  seq: number
  tool: string
  /** As a sentence. */
  words: string
}

/** Calls that were not taken as the model wrote them: found in its text, converted, or returned for correction. */
export function repairsOf(facts: readonly Fact[]): Repair[] {
  const tools = new Map(facts.flatMap((fact) => (fact.type === 'call.requested' ? [[fact.call, fact.tool]] : [])))
  const coerced = new Set<string>()
  return facts.flatMap((fact): Repair[] => {
    const { seq } = fact
    if (fact.type === 'context.mismatched') {
      const counts = { estimate: formatCount(fact.estimate), read: formatCount(fact.promptEvalCount) }
      return [{ seq, tool: '', words: say('About {estimate} tokens sent; the model read {read}.', counts) }]
    }
    const recovery = fact.type === 'call.requested' ? recoveryOf({ caller: callerOf(fact) }) : null
    if (fact.type === 'call.requested' && recovery) {
      return [{ seq, tool: fact.tool, words: recovery.note }]
    }
    if (fact.type === 'call.refused' && isMisfit(fact.code)) {
      const words = say('Invalid arguments, sent back to the model: {problem}', {
        problem: sayMessage(fact.message),
      })
      return [{ seq, tool: tools.get(fact.call) ?? '', words }]
    }
    if ((fact.type === 'approval.asked' || fact.type === 'run.started') && !coerced.has(fact.call)) {
      coerced.add(fact.call)
      return fact.plan.coercions.map(({ param, from, to }) => {
        const read = { param, from: JSON.stringify(from), to: JSON.stringify(to) }
        return { seq, tool: tools.get(fact.call) ?? '', words: say('{param}: {from} interpreted as {to}', read) }
      })
    }
    return []
  })
}

const isMisfit = (code: string) => code.startsWith('ARGS_') || code.startsWith('PARAM_')
