import { ENDED, HEADING, PICTURE_LINE, RULE, undefuse } from '#main/chat/chat-document'
import type { ReadChat } from '#main/chat/read-chat-file'
import { LONGEST_MESSAGE } from '#shared/requests/conversation-requests'

const ROLES = { You: 'user', Model: 'assistant' } as const

/** A chat as it was exported to Markdown: what stands under "You" and under "Model". */
export function readDocument(text: string): ReadChat {
  const read: ReadChat = { title: '', messages: [], leftOut: 0, pictures: 0, broken: [] }
  let part: { heading: string; lines: string[] } | null = null
  /** What a program printed may look like anything: there the fence that it stands in counts, and nothing else. */
  let fence = ''
  const close = () => {
    if (part) takePart(read, part)
  }
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const heading = fence === '' ? HEADING.exec(line)?.[1] : undefined
    if (part?.heading === 'Command') fence = fenceAfter(fence, line)
    if (heading !== undefined) {
      close()
      part = { heading, lines: [] }
    } else if (part) part.lines.push(line)
    else if (read.title === '' && line.startsWith('# ')) read.title = line.slice(2)
    else if (line.trim() !== '') read.broken.push(at + 1)
  }
  close()
  return read
}

function fenceAfter(fence: string, line: string): string {
  if (fence !== '') return line === fence ? '' : fence
  return /^(`{3,})(?:sh)?$/.exec(line)?.[1] ?? ''
}

function takePart(read: ReadChat, { heading, lines }: { heading: string; lines: readonly string[] }): void {
  const role = ROLES[heading as keyof typeof ROLES]
  const written = withoutEnd(lines).join('\n')
  const content = undefuse(trimLines(written.replace(PICTURE_LINE, ''))).toWellFormed()
  const pictures = written.match(PICTURE_LINE)?.length ?? 0
  if (role) read.pictures += pictures
  if (!role || content === '' || content.length > LONGEST_MESSAGE) read.leftOut++
  else read.messages.push({ role, content })
}

/** Without what stands below the last message of a turn. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  if (lines[last] !== RULE) return lines
  const before = lines.slice(0, last)
  const end = before.findLastIndex((line) => line.trim() !== '')
  return before[end]?.startsWith(ENDED) ? before.slice(0, end) : before
}

/** The first line may be indented. */
const trimLines = (text: string) => {
  const trimmed = text.trimEnd()
  const indent = trimmed.length - trimmed.trimStart().length
  return trimmed.slice(trimmed.lastIndexOf('\n', indent - 1) + 1)
}
