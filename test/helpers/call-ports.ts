import type { CallPorts } from '#main/calls/run-call'
import type { CallServer } from '#main/runners/runner'
import { readLimits } from '#main/settings/limits'
import { message } from '#shared/messages/message'
import { foldSettings } from '#shared/settings/settings'
import { NO_RULES } from '#test/helpers/no-rules'

export const NO_SERVERS: CallServer = async ({ action }) => ({
  ...{ ok: false, how: 'not-started' },
  message: message('server-not-started', { server: action.server.name, reason: 'no servers' }),
})

type Provided = 'limits' | 'areScriptsOff' | 'rules' | 'records' | 'takeTurn' | 'callServer'

/** As before anything was decided or set. */
export const UNDECIDED: Pick<CallPorts, Provided> = {
  ...{ limits: () => readLimits(foldSettings([])), areScriptsOff: () => false, rules: NO_RULES },
  records: async () => ({ ok: false, why: 'full' }),
  takeTurn: async () => ({ how: 'failed', text: '', failure: { code: 'stopped', message: message('stopped') } }),
  callServer: NO_SERVERS,
}

/** A person who lets the tools of trusted skills run without asking. */
export const TRUSTING: Pick<CallPorts, Provided> = {
  ...UNDECIDED,
  rules: { ...NO_RULES, history: (chat) => ({ ...NO_RULES.history(chat), policy: 'trusted' }) },
}
