import type { Core } from '#main/open-core'
import { isObject, type Json } from '#shared/json'
import { openCorePort } from './core-port.ts'
import type { Serve } from './listen.ts'
import { notPaired, type ProgramPort } from './program-port.ts'
import { runForTerminal } from './run-for-terminal.ts'

/** Serves processes that connect to the app's socket. Only the token says which program it is. */
export const answerPrograms =
  (core: Core): Serve =>
  (peer) => {
    let port: ProgramPort | null = null

    function greet(token: string): Json {
      const program = core.programs.find(token)
      if (!program) throw notPaired()
      void port?.close()
      const opened = openCorePort(core, program)
      port = opened
      opened.onChange(() => peer().tell('changed'))
      const leave = core.programs.connect(program.program, peer().close)
      void peer().closed.then(() => {
        void opened.close()
        leave()
      })
      return { name: program.name }
    }

    return async (method, params, { signal, tell }) => {
      if (method === 'run') return (await runForTerminal(core, params, { signal, tell })) as unknown as Json
      if (method === 'hello') return greet(String(params.token))
      if (method !== 'offer' && method !== 'call') throw new Error(`there is no ${method}`)
      if (!port) throw notPaired()
      if (method === 'offer') return (await port.offer()) as unknown as Json
      const args = isObject(params.args) ? params.args : {}
      return (await port.call(String(params.tool), args, { signal, told: tell })) as unknown as Json
    }
  }
