import type { Runner } from '#main/runners/runner'
import type { BuiltinAction } from '#shared/call/action'

/** Skillet's own tools touch nothing, so nobody is asked. */
export const builtinRunner: Runner<BuiltinAction['name'], BuiltinAction> = {
  missing: async () => null,
  plan: async (name, args) => ({
    ...({ ok: true, action: { kind: 'builtin', name, args } } as const),
    ...{ effects: [], grants: { read: [], write: [], hosts: [], secrets: [], tools: [] }, notes: [], observed: null },
    judged: new Map(Object.entries(args).map(([param, value]) => [param, [{ value }]])),
  }),
  run: async ({ action }, io) => {
    const startedAt = performance.now()
    const text = await io.answer(action)
    const stdout = { text, bytes: Buffer.byteLength(text), truncated: false }
    const stderr = { text: '', bytes: 0, truncated: false }
    return { how: 'done', ms: performance.now() - startedAt, stdout, stderr }
  },
}
