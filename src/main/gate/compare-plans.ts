import type { Plan } from '#shared/call/plan'
import { canonicalJson, type Json } from '#shared/json'

export interface Difference {
  field: string
  was: unknown
  is: unknown
}

/** What decides what runs and how it is judged; the digest follows from it. */
const COMPARED = [
  ...(['tool', 'toolSpec', 'skill', 'skillHash', 'argv', 'binary', 'cwd', 'env', 'stdin', 'tempFiles'] as const),
  ...(['timeoutMs', 'resolvers', 'coercions', 'postProcess', 'sandbox', 'confinement', 'risk'] as const),
]

export function comparePlans(before: Plan, now: Plan): Difference[] {
  const [was, is] = [nameFiles(before), nameFiles(now)]
  return COMPARED.flatMap((field) => (isSame(was[field], is[field]) ? [] : [{ field, was: was[field], is: is[field] }]))
}

export function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson((a ?? null) as Json) === canonicalJson((b ?? null) as Json)
}

/** Temporary files have new names each time; what they hold is what counts. */
function nameFiles(plan: Plan): Plan {
  const names = new Map(plan.tempFiles.map(({ path }, index) => [path, `<file ${index + 1}>`]))
  const rename = (text: string) => names.get(text) ?? text
  return {
    ...plan,
    argv: plan.argv.map(rename),
    tempFiles: plan.tempFiles.map(({ path, content }) => ({ path: rename(path), content })),
  }
}
