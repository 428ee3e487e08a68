import { canonicalJson } from '#shared/json'
import type { ModelMessage, PictureName } from '#shared/model/model'

type Plain = Exclude<ModelMessage, { role: 'tool' }>

/** The conversation for a model whose template knows nothing of tools: what they gave is told by the person. */
export function toPlainMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const asked = readArguments(messages)
  const plain: Plain[] = []
  for (const [at, message] of messages.entries()) {
    const { role, content } = toPlain(message, asked.get(at))
    const images = message.role === 'user' ? (message.images ?? []) : []
    const before = plain.at(-1)
    if (content === '' && images.length === 0) continue
    // Two messages of the same side in a row are more than many templates expect.
    if (before?.role === role) join(before, content, images)
    else if (role === 'assistant') plain.push({ role, content, calls: [] })
    else plain.push({ role, content, ...(images.length > 0 && { images }) })
  }
  return plain
}

function join(before: Plain, content: string, images: readonly PictureName[]): void {
  before.content = [before.content, content].filter(Boolean).join('\n\n')
  if (before.role === 'user' && images.length > 0) before.images = [...(before.images ?? []), ...images]
}

function toPlain(
  message: ModelMessage,
  args: string | undefined,
): { role: 'system' | 'user' | 'assistant'; content: string } {
  if (message.role !== 'tool') return { role: message.role, content: message.content }
  return { role: 'user', content: `${message.tool}${args ? ` with ${args}` : ''} gave this:\n${message.content}` }
}

/** By the place of each result: what was asked for it. Results follow their calls in the order of these. */
function readArguments(messages: readonly ModelMessage[]): Map<number, string> {
  const asked = new Map<number, string>()
  let waiting: Extract<ModelMessage, { role: 'assistant' }>['calls'] = []
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') waiting = [...message.calls]
    if (message.role !== 'tool') continue
    const place = waiting.findIndex(({ tool }) => tool === message.tool)
    const [call] = place < 0 ? [] : waiting.splice(place, 1)
    if (call && Object.keys(call.args).length > 0) asked.set(at, canonicalJson(call.args))
  }
  return asked
}
