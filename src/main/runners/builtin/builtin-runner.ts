import { type Runner, streamOf, touchNothing } from '#main/runners/runner'
import type { BuiltinAction } from '#shared/call/action'

/** Skillet's own tools touch nothing, so nobody is asked. */
export const builtinRunner: Runner<BuiltinAction['name'], BuiltinAction> = {
  plan: async (name, args) => ({ ...touchNothing(args), action: { kind: 'builtin', name, args } }),
  run: async ({ action }, io) => {
    const startedAt = performance.now()
    const text = await io.answer(action)
    return { how: 'done', ms: performance.now() - startedAt, stdout: streamOf(text), stderr: streamOf('') }
  },
}
