import type { Core } from '#main/open-core'
import type { Json } from '#shared/json'
import type { Serve } from './listen.ts'
import { runForTerminal } from './run-for-terminal.ts'

/** What the app does for the processes that reach it over its socket. */
export const answerPrograms =
  (core: Core): Serve =>
  () =>
  async (method, params, io) => {
    if (method === 'run') return (await runForTerminal(core, params, io)) as unknown as Json
    throw new Error(`there is no ${method}`)
  }
