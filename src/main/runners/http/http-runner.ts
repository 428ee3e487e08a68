import type { HttpAction } from '#shared/call/action'
import type { HttpSpec } from '#shared/skill/http-spec'
import type { Runner } from '../runner.ts'
import { planHttp } from './plan-http.ts'
import { type HttpPorts, runHttp } from './run-http.ts'

export function makeHttpRunner(ports: HttpPorts = {}): Runner<HttpSpec, HttpAction> {
  return {
    plan: async (spec, args, at) => {
      const callId = at.tempDir.slice(Math.max(at.tempDir.lastIndexOf('/'), at.tempDir.lastIndexOf('\\')) + 1)
      const planned = planHttp(spec, args, { ...at, callId })
      if (!planned.ok) {
        const code = planned.message.code === 'secret-missing' ? 'TOOL_BROKEN' : 'ARGS_INVALID'
        return { ok: false, error: { code, message: planned.message } }
      }
      // Skillet sends the request itself, so nothing can exceed the grants.
      return { ...planned, notes: [], observed: null, sandbox: 'enforced' }
    },
    run: (plan, io) => runHttp(plan, io, ports),
  }
}
