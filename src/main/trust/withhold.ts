import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { SkillContents } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import type { TrustState } from './trust-book.ts'

export interface WithheldTool {
  tool: Tool
  why: Omit<Diagnostic, 'file' | 'path'>
}

export function withholdTools(contents: SkillContents, given: readonly WithheldTool[]): SkillContents {
  if (given.length === 0) return contents
  const withheld = given.map(({ tool: { name, source }, why }) => {
    return { name, diagnostic: { ...why, file: source.file, path: '' } }
  })
  return {
    ...contents,
    tools: contents.tools.filter((each) => !given.some(({ tool }) => tool === each)),
    withheld: [...contents.withheld, ...withheld],
    diagnostics: [...contents.diagnostics, ...withheld.map(({ diagnostic }) => diagnostic)],
  }
}

/** Withholds tools that their server now describes differently from the review, or that need a sign-in. */
export function withholdServed(contents: SkillContents, book: TrustState): SkillContents {
  const changed = book.withdrawn.get(contents.name)
  const signedOut = book.signedOut.get(contents.name)
  const withheld = contents.tools.flatMap((tool): WithheldTool[] => {
    if (tool.runtime.kind !== 'mcp') return []
    const { server, listed } = tool.runtime
    if (signedOut?.has(server.name)) {
      const texts = { message: message('sign-in-needed', { server: server.name }), remedy: message('sign-in-again') }
      return [{ tool, why: { severity: 'error', code: 'SERVER_SIGN_IN', ...texts } }]
    }
    if (!changed?.has(listed)) return []
    const texts = { message: message('server-tool-withdrawn'), remedy: message('list-again-and-review') }
    return [{ tool, why: { severity: 'error', code: 'SERVER_CHANGED', ...texts } }]
  })
  return withholdTools(contents, withheld)
}
