import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { SkillContents } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import type { TrustState } from './trust-book.ts'

/** Withholds tools that their server now describes differently from the review, or that need a sign-in. */
export function withholdServed(contents: SkillContents, book: TrustState): SkillContents {
  const changed = book.withdrawn.get(contents.name)
  const signedOut = book.signedOut.get(contents.name)
  const whyNot = ({ runtime }: Tool): Pick<Diagnostic, 'code' | 'message' | 'remedy'> | null => {
    if (runtime.kind !== 'mcp') return null
    const { name } = runtime.server
    if (signedOut?.has(name)) {
      return {
        code: 'SERVER_SIGN_IN',
        message: message('sign-in-needed', { server: name }),
        remedy: message('sign-in-again'),
      }
    }
    if (!changed?.has(runtime.listed)) return null
    return {
      code: 'SERVER_CHANGED',
      message: message('server-tool-withdrawn'),
      remedy: message('list-again-and-review'),
    }
  }
  const withheld = contents.tools.flatMap((tool) => {
    const why = whyNot(tool)
    const {
      name,
      source: { file },
    } = tool
    return why ? [{ name, diagnostic: { severity: 'error' as const, file, path: '', ...why } }] : []
  })
  if (withheld.length === 0) return contents
  return {
    ...contents,
    tools: contents.tools.filter((tool) => whyNot(tool) === null),
    withheld: [...contents.withheld, ...withheld],
    diagnostics: [...contents.diagnostics, ...withheld.map(({ diagnostic }) => diagnostic)],
  }
}
