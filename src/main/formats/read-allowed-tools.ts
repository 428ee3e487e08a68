import { type Json, toText } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import { isToolAllowed, parseAllowedTools, toCalled } from '#shared/skill/allowed-tools'
import type { SkillContents } from '#shared/skill/skill'
import { describeValue } from './fields.ts'
import { inside, type Place, quote, report } from './place.ts'

/** Of other agents, whose skills name them. */
const ELSEWHERE = new Set(
  'Read Write Edit MultiEdit NotebookEdit Grep Glob LS WebFetch WebSearch Task TodoWrite Skill'.split(' '),
)

/** A text of entries, or a list that is joined; null where there is none. What cannot be read of it is reported. */
export function readAllowedTools(place: Place, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value) ? value.map(toText).join(' ') : typeof value === 'string' ? value : null
  if (text === null) {
    const values = { wanted: message('a-string'), value: describeValue(value) }
    report(inside(place, 'allowed-tools'), 'warning', 'FRONTMATTER', 'value-type-wrong', 'write-tool-names', values)
    return ''
  }
  for (const { text: entry, isBroken, name } of parseAllowedTools(text)) {
    if (!isBroken && !ELSEWHERE.has(name)) continue
    const at = inside(place, 'allowed-tools')
    report(at, isBroken ? 'warning' : 'info', 'FRONTMATTER', 'allowed-tools-unclear', 'write-tool-names', {
      entry: quote(entry),
    })
  }
  return text
}

/** Without the remarks on entries that ask for command lines which a tool here declares after all. */
export function dropAnswered<S extends Pick<SkillContents, 'allowedTools' | 'tools' | 'diagnostics'>>(
  skills: readonly S[],
): S[] {
  const called = skills.flatMap(({ tools }) => tools.map(toCalled))
  return skills.map((skill) => {
    const lists = [skill.allowedTools ?? '', ...skill.tools.flatMap(({ allowedTools = [] }) => allowedTools)]
    const asking = lists.flatMap(parseAllowedTools).filter(({ command }) => command)
    const met = asking.filter((spec) => called.some((tool) => isToolAllowed([spec], tool, {})))
    const texts = new Set(met.map(({ text }) => quote(text)))
    const isAnswered = ({ message: { code, values } }: Diagnostic) =>
      code === 'allowed-tools-unclear' && texts.has(toText(values?.entry))
    return met.length === 0 ? skill : { ...skill, diagnostics: skill.diagnostics.filter((each) => !isAnswered(each)) }
  })
}
