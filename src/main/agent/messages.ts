import type { Picture } from '#shared/chat/picture'
import type { Fact, FactOf, MessageAdded } from '#shared/facts'
import type { ModelMessage } from '#shared/model/model'

/** If nobody knows what the model can do, it is tried. */
export const canSee = (capabilities: readonly string[] | undefined): boolean =>
  !capabilities?.length || capabilities.includes('vision')

/**
 * The conversation as the next request repeats it. A call without a result gets one, because Ollama's templates expect
 * pairs. A model without vision is told that there were pictures.
 */
export function toMessages(history: readonly Fact[], seesPictures = true): ModelMessage[] {
  const answered = new Set<string>()
  for (const fact of history) if (fact.type === 'message.added' && fact.call) answered.add(fact.call)
  const ids = new Map<string, string>()
  let note = ''
  return history.flatMap((fact): ModelMessage[] => {
    if (fact.type === 'chat.tools-changed') note = noteOff(fact)
    if (fact.type !== 'message.added') return []
    for (const { call, id } of fact.calls ?? []) if (id) ids.set(call, id)
    if (fact.role !== 'user') return toMessage(fact, answered, ids)
    const told = note
    note = ''
    return [fromPerson(fact.content, fact.images, seesPictures, told)]
  })
}

/** What was switched since the person's last message; empty if nothing was. */
export function noteSince(history: readonly Fact[]): string {
  const asked = history.findLastIndex((fact) => fact.type === 'message.added' && fact.role === 'user')
  const changed = history.slice(asked + 1).findLast((fact) => fact.type === 'chat.tools-changed')
  return changed ? noteOff(changed) : ''
}

/** The beginning no longer lists these tools, but the conversation may mention them. */
function noteOff({ off }: FactOf<'chat.tools-changed'>): string {
  const names = [...off.skills.map((skill) => `all tools of ${skill}`), ...off.tools]
  return `[Switched off in this chat from now on: ${names.join(', ') || 'nothing'}]`
}

function toMessage(
  fact: MessageAdded,
  answered: ReadonlySet<string>,
  ids: ReadonlyMap<string, string>,
): ModelMessage[] {
  const idOf = (call: string | undefined) => {
    const id = ids.get(call ?? '')
    return id === undefined ? {} : { id }
  }
  if (fact.role === 'tool') {
    return [{ role: 'tool', content: fact.content, tool: fact.toolName ?? '', ...idOf(fact.call) }]
  }
  const { content, calls = [], written } = fact
  const lost = calls.filter(({ call }) => !answered.has(call))
  const repeated = calls.map(({ call, tool, args }) => ({ tool, args, ...idOf(call) }))
  return [
    { role: 'assistant', content, calls: repeated, ...(written !== undefined && { written }) },
    ...lost.map(({ tool, call }): ModelMessage => {
      return { role: 'tool', content: 'error: interrupted before it ended', tool, ...idOf(call) }
    }),
  ]
}

export function fromPerson(
  content: string,
  images: readonly Picture[] = [],
  seesPictures = true,
  note = '',
): ModelMessage {
  const told = note === '' ? {} : { note }
  if (images.length === 0) return { role: 'user', content, ...told }
  const named = images.map(({ sha256, name }) => ({ sha256, name }))
  if (seesPictures) return { role: 'user', content, ...told, images: named }
  const unseen = images.map(({ name }) => `[a picture, ${name}, which you cannot see]`)
  return { role: 'user', content: [content, ...unseen].filter(Boolean).join('\n'), ...told }
}
