import { canonicalJson } from '#shared/json'
import type { ModelMessage, PictureName } from '#shared/model/model'
import { formatCall } from './compact-text.ts'

type Assistant = Extract<ModelMessage, { role: 'assistant' }>
type Call = Assistant['calls'][number]
type Result = { call: Call | undefined; tool: string; content: string }

/** A longer request contains pasted text; its two ends say what is wanted. */
const LONGEST_REPEATED = 600

/**
 * The conversation as plain text. Compact: calls as the model wrote them, and the results of one message's calls in a
 * single message that repeats the request, so that a small model answers instead of calling again. Otherwise each
 * result as the person would report it.
 */
export function toTextMessages(messages: readonly ModelMessage[], isCompact: boolean): ModelMessage[] {
  const told: ModelMessage[] = []
  let request = ''
  let calls: Call[] = []
  let results: Result[] = []
  const tellResults = () => {
    if (results.length === 0) return
    add(told, { role: 'user', content: isCompact ? writeResults(results, request) : tellEach(results) })
    results = []
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      const at = calls.findIndex(({ tool }) => tool === message.tool)
      const [call] = at < 0 ? [] : calls.splice(at, 1)
      results.push({ call, tool: message.tool, content: message.content })
      continue
    }
    tellResults()
    if (message.role === 'user') request = message.content
    if (message.role === 'assistant') calls = [...message.calls]
    add(told, message.role === 'assistant' ? toText(message, isCompact) : message)
  }
  tellResults()
  return told
}

function toText({ content, calls, written }: Assistant, isCompact: boolean): Assistant {
  const lines = isCompact ? calls.map(({ tool, args }) => formatCall(tool, args)) : []
  return { role: 'assistant', content: written ?? [content, ...lines].filter(Boolean).join('\n'), calls: [] }
}

/** Many templates expect both sides to take turns. */
function add(told: ModelMessage[], message: ModelMessage): void {
  const images = message.role === 'user' ? (message.images ?? []) : []
  if (message.content === '' && images.length === 0) return
  const before = told.at(-1)
  if (before === undefined || before.role !== message.role) told.push(message)
  else {
    const note = message.role === 'user' ? message.note : undefined
    const content = [before.content, note, message.content].filter(Boolean).join('\n\n')
    told[told.length - 1] = { ...before, content, ...joinImages(before, images) }
  }
}

function joinImages(before: ModelMessage, images: readonly PictureName[]): { images?: PictureName[] } {
  const all = [...(before.role === 'user' ? (before.images ?? []) : []), ...images]
  return all.length > 0 ? { images: all } : {}
}

function writeResults(results: readonly Result[], request: string): string {
  const told = results.map(({ tool, content }) => {
    const mark = markFor(content)
    return `Result of ${tool}:\n${mark}\n${content}\n${mark}`
  })
  const which = results.length === 1 ? 'this result' : 'these results'
  const failed = new Set(results.flatMap(({ tool, content }) => (content.startsWith('error:') ? [tool] : [])))
  const next =
    failed.size === 0
      ? 'If the request asks for more than this, call the next tool.'
      : `${[...failed].join(' and ')} failed. If the error or another result shows how it works, call it in that way.`
  return [...told, `${next} Otherwise answer in words with ${which}: ${ends(request)}`].join('\n\n')
}

/** More quotation marks in a row than the output contains. */
function markFor(output: string): string {
  const longest = (output.match(/"{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  return '"'.repeat(longest + 1)
}

function ends(text: string): string {
  if (text.length <= LONGEST_REPEATED) return text
  const half = LONGEST_REPEATED / 2
  return `${text.slice(0, half).toWellFormed()} … ${text.slice(-half).toWellFormed()}`
}

const tellEach = (results: readonly Result[]) =>
  results
    .map(({ call, tool, content }) => {
      const args = call && Object.keys(call.args).length > 0 ? ` with ${canonicalJson(call.args)}` : ''
      return `${tool}${args} gave this:\n${content}`
    })
    .join('\n\n')
