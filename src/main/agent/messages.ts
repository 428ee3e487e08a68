import type { Fact, MessageAdded } from '#shared/facts'
import type { ModelMessage } from '#shared/model'

/** The conversation as the next request repeats it. A call whose result never came gets one: Ollama's templates expect a pair. */
export function toMessages(history: readonly Fact[]): ModelMessage[] {
  const answered = new Set<string>()
  for (const fact of history) if (fact.type === 'message.added' && fact.call) answered.add(fact.call)
  return history.flatMap((fact) => (fact.type === 'message.added' ? toMessage(fact, answered) : []))
}

function toMessage(fact: MessageAdded, answered: ReadonlySet<string>): ModelMessage[] {
  if (fact.role === 'user') return [{ role: 'user', content: fact.content }]
  if (fact.role === 'tool') return [{ role: 'tool', content: fact.content, tool: fact.toolName ?? '' }]
  const calls = fact.calls ?? []
  const lost = calls.filter(({ call }) => !answered.has(call))
  return [
    { role: 'assistant', content: fact.content, calls: calls.map(({ tool, args }) => ({ tool, args })) },
    ...lost.map(({ tool }): ModelMessage => ({ role: 'tool', content: 'error: interrupted before it ended', tool })),
  ]
}
