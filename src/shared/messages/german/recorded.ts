import { CALLS } from './recorded-calls.ts'
import { FORMATS } from './recorded-formats.ts'
import { INSTALLS } from './recorded-installs.ts'
import { JSON_FAULTS } from './recorded-json.ts'
import { LEDGER_FAULTS } from './recorded-ledger.ts'
import { MODEL_FAULTS } from './recorded-models.ts'
import { REPLIES } from './recorded-replies.ts'
import { RISK } from './recorded-risk.ts'
import { RUNNING } from './recorded-running.ts'
import { SKILLS_READ } from './recorded-skills.ts'

/** The sentences that main writes in English, for the record and the terminal as well, and what the window says for them. */
export const RECORDED = {
  ...CALLS,
  ...FORMATS,
  ...INSTALLS,
  ...JSON_FAULTS,
  ...LEDGER_FAULTS,
  ...MODEL_FAULTS,
  ...REPLIES,
  ...RISK,
  ...RUNNING,
  ...SKILLS_READ,
} as const
