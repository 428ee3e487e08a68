import { hash } from 'node:crypto'
import type { Plan } from '#shared/call/plan'
import { canonicalJson, type Json } from '#shared/json'

export interface Difference {
  field: string
  was: unknown
  is: unknown
}

/** The digest and the effects follow from the rest; older plans have neither effects nor grants. */
const LEFT_OUT = new Set(['kind', 'digest', 'effects', 'grants', 'notes', 'origin', 'heading'])

/** Compares everything that decides what happens and how it is judged. */
export function comparePlans(before: Plan, now: Plan): Difference[] {
  const [was, is] = [flatten(before), flatten(now)]
  if (saysWhyInSentences(before) !== saysWhyInSentences(now)) {
    Object.assign(was, withoutWords(before))
    Object.assign(is, withoutWords(now))
  }
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !LEFT_OUT.has(field))
  return fields.flatMap((field) => (isSame(was[field], is[field]) ? [] : [{ field, was: was[field], is: is[field] }]))
}

/** Older records hold sentences instead of messages, so the same reason would look different. */
const saysWhyInSentences = ({ risk, resolvers, postProcess }: Plan) =>
  [...risk.reasons, ...resolvers.map(({ note }) => note), postProcess?.note].some((said) => typeof said === 'string')

function withoutWords({ risk, resolvers, postProcess }: Plan): Record<string, unknown> {
  return {
    risk: risk.class,
    resolvers: resolvers.map(({ note: _, ...step }) => step),
    ...(postProcess && { postProcess: { ...postProcess, note: undefined } }),
  }
}

export function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson((a ?? null) as Json) === canonicalJson((b ?? null) as Json)
}

/** Temporary files have new names each time; only their contents count. */
function flatten({ action, tool, toolSpec, skill, skillHash, ...rest }: Plan): Record<string, unknown> {
  // The most interesting differences come first.
  const plan = { tool, toolSpec, skill, skillHash }
  if (action.kind !== 'process') return { ...plan, ...action, ...rest }
  const names = new Map(action.tempFiles.map(({ path }, index) => [path, `<file ${index + 1}>`]))
  const rename = (text: string) => names.get(text) ?? text
  return {
    ...plan,
    ...action,
    argv: action.argv.map(rename),
    tempFiles: action.tempFiles.map(({ path, content }) => ({ path: rename(path), content })),
    ...rest,
  }
}

const VERSION = 'skillet plan 3'

/** Everything else is included. The action contains what resolvers gave; the risk follows from the rest. */
const NOT_HASHED = new Set(['digest', 'risk'])

/** One hash over everything that decides what happens. Any changed byte makes another plan. */
export function digestPlan(plan: Omit<Plan, 'digest'>, observed: Json): string {
  const kept = Object.entries(plan).filter(([name]) => !NOT_HASHED.has(name))
  return hash('sha256', `${VERSION}\n${canonicalJson({ plan: Object.fromEntries(kept), observed } as Json)}`)
}
