import { hash } from 'node:crypto'
import type { Plan } from '#shared/call/plan'
import { canonicalJson } from '#shared/json'

const VERSION = 'skillet plan 2'

/** One hash over everything that decides what runs. Change one byte of it, and it is another plan. `realCwd` is where the folder really leads. */
export function digestPlan(
  plan: Omit<Plan, 'digest'>,
  env: Readonly<Record<string, string>>,
  realCwd: string = plan.cwd,
): string {
  const { binary, tempFiles, resolvers, postProcess, confinement } = plan
  const identity = binary.identity
  const scripts = [...resolvers, ...(postProcess === undefined ? [] : [postProcess])]
  const fields: (string | string[])[] = [
    VERSION,
    ...[plan.skill, plan.skillHash, plan.tool, plan.toolSpec ?? ''],
    plan.argv,
    [binary.name, binary.path ?? ''],
    identity === undefined
      ? []
      : [identity.realpath, identity.dev, identity.ino, identity.size, identity.mtimeNs, identity.sha256 ?? ''],
    [plan.cwd, realCwd],
    plan.env.flatMap((name) => [name, env[name] ?? '']),
    plan.stdin === null ? [] : [hash('sha256', plan.stdin)],
    String(plan.timeoutMs),
    tempFiles.flatMap(({ path, content }) => [path, hash('sha256', content)]),
    scripts.map(({ sha256 }) => sha256 ?? ''),
    postProcess === undefined ? [] : [postProcess.kind, postProcess.outcome, ...postProcess.argv],
    plan.sandbox ?? 'none',
    confinement === undefined ? [] : [canonicalJson({ ...confinement })],
  ]
  return hash('sha256', fields.map(frame).join(''))
}

/** A length before every part, so that no two different plans are written alike. */
function frame(field: string | readonly string[]): string {
  if (typeof field === 'string') return `${Buffer.byteLength(field)}:${field}`
  return `[${field.length}]${field.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')}`
}
