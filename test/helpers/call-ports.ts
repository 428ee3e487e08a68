import type { JudgePorts } from '#main/calls/judge-call'
import { readLimits } from '#main/settings/limits'
import { foldSettings } from '#shared/settings/settings'
import { NO_RULES } from '#test/helpers/no-rules'

/** As before anything was decided or set. */
export const UNDECIDED: Omit<JudgePorts, 'machine'> = {
  ...{ limits: () => readLimits(foldSettings([])), areScriptsOff: () => false, rules: NO_RULES },
}

/** A person who lets the tools of trusted skills run without asking. */
export const TRUSTING: Omit<JudgePorts, 'machine'> = {
  ...UNDECIDED,
  rules: { ...NO_RULES, history: (chat) => ({ ...NO_RULES.history(chat), policy: 'trusted' }) },
}
