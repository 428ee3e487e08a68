import type { Plan } from './plan.ts'

/** The one chip that sums up a call. It follows from the effects; the worst effect wins. */
export type Nature = 'own' | 'turn' | 'reads' | 'changes' | 'online' | 'unknown' | 'code' | 'gone' | 'blocked'

type Told = Pick<Plan, 'effects' | 'replaces' | 'risk'> & { action?: Pick<Plan['action'], 'kind'> }

export function natureOf(plan: Told): Nature {
  const { effects, replaces = [], risk } = plan
  const does = new Set((effects ?? []).map((effect) => effect.does))
  if (risk.class === 'X' || does.has('break-rules')) return 'blocked'
  if (isFinal(plan)) return 'gone'
  // Nobody here can tell what a server does with a call.
  if (plan.action?.kind === 'mcp') return 'unknown'
  if (does.has('run-code') || does.has('gain-rights')) return 'code'
  if (does.has('signal')) return 'gone'
  if (does.has('send') || does.has('use-secret')) return 'online'
  if (does.has('write') || does.has('change') || does.has('delete') || does.has('store') || replaces.length > 0)
    return 'changes'
  if (does.has('unknown') || effects === undefined) return 'unknown'
  if (does.size > 0) return 'reads'
  return plan.action?.kind === 'prompt' ? 'turn' : 'own'
}

/** A file is overwritten or deleted and no copy is kept. */
function isFinal({ effects, replaces = [] }: Told): boolean {
  if (replaces.some(({ noCopy }) => noCopy)) return true
  const copied = new Set(replaces.map(({ path }) => path))
  return (effects ?? []).some((effect) => effect.does === 'delete' && !copied.has(effect.realPath))
}
