import { type Runner, streamOf, touchNothing } from '#main/runners/runner'
import type { BuiltinAction } from '#shared/call/action'

/** Skillet's own tools touch nothing, so nobody is asked. */
export const builtinRunner: Runner<BuiltinAction['name'], BuiltinAction> = {
  plan: async (name, args) => ({ ...touchNothing(args), action: { kind: 'builtin', name, args } }),
  run: async ({ action, timeoutMs }, io) => {
    const startedAt = performance.now()
    const { promise: stopped, resolve: stop } = Promise.withResolvers<'timed-out' | 'canceled'>()
    const end = io.limit.start(timeoutMs, () => stop('timed-out'))
    const cancel = () => stop('canceled')
    if (io.signal.aborted) cancel()
    io.signal.addEventListener('abort', cancel, { once: true })
    const answered = io.answer(action).then((text) => ({ how: 'done' as const, text }))
    const { how, text } = await Promise.race([answered, stopped.then((how) => ({ how, text: '' }))]).finally(() => {
      end()
      io.signal.removeEventListener('abort', cancel)
    })
    return { how, ms: performance.now() - startedAt, stdout: streamOf(text), stderr: streamOf('') }
  },
}
