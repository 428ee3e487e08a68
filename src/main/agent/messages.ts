import type { Picture } from '#shared/chat/picture'
import type { Fact, MessageAdded } from '#shared/facts'
import type { ModelMessage } from '#shared/model/model'

/** Where nobody could tell what the model can, it is tried. */
export const canSee = (capabilities: readonly string[] | undefined): boolean =>
  !capabilities?.length || capabilities.includes('vision')

/**
 * The conversation as the next request repeats it. A call whose result never came gets one: Ollama's templates expect a
 * pair. A model that sees no pictures is told that there were some.
 */
export function toMessages(history: readonly Fact[], seesPictures = true): ModelMessage[] {
  const answered = new Set<string>()
  for (const fact of history) if (fact.type === 'message.added' && fact.call) answered.add(fact.call)
  return history.flatMap((fact) => (fact.type === 'message.added' ? toMessage(fact, answered, seesPictures) : []))
}

function toMessage(fact: MessageAdded, answered: ReadonlySet<string>, seesPictures: boolean): ModelMessage[] {
  if (fact.role === 'user') return [fromPerson(fact.content, fact.images, seesPictures)]
  if (fact.role === 'tool') return [{ role: 'tool', content: fact.content, tool: fact.toolName ?? '' }]
  const calls = fact.calls ?? []
  const lost = calls.filter(({ call }) => !answered.has(call))
  return [
    { role: 'assistant', content: fact.content, calls: calls.map(({ tool, args }) => ({ tool, args })) },
    ...lost.map(({ tool }): ModelMessage => ({ role: 'tool', content: 'error: interrupted before it ended', tool })),
  ]
}

export function fromPerson(content: string, images: readonly Picture[] = [], seesPictures = true): ModelMessage {
  if (images.length === 0) return { role: 'user', content }
  if (seesPictures) return { role: 'user', content, images: images.map(({ sha256, name }) => ({ sha256, name })) }
  const told = images.map(({ name }) => `[a picture, ${name}, which you cannot see]`)
  return { role: 'user', content: [content, ...told].filter(Boolean).join('\n') }
}
