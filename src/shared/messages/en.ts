import { ANSWERS } from './en/answers.ts'
import { CALLS } from './en/calls.ts'
import { CLI } from './en/cli.ts'
import { COMMON } from './en/common.ts'
import { DATA_FOLDER } from './en/data-folder.ts'
import { FORMATS } from './en/formats.ts'
import { HTTP } from './en/http.ts'
import { INSTALL } from './en/install.ts'
import { LAUNCHERS } from './en/launchers.ts'
import { LEDGER } from './en/ledger.ts'
import { MODELS } from './en/models.ts'
import { REQUESTS } from './en/requests.ts'
import { SANDBOX } from './en/sandbox.ts'
import { SECRETS } from './en/secrets.ts'
import { SKILLS } from './en/skills.ts'
import { TOOL_CODE } from './en/tool-code.ts'
import { TRUST } from './en/trust.ts'
import { TURNS } from './en/turns.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = {
  ...ANSWERS,
  ...CALLS,
  ...CLI,
  ...COMMON,
  ...DATA_FOLDER,
  ...FORMATS,
  ...HTTP,
  ...INSTALL,
  ...LAUNCHERS,
  ...LEDGER,
  ...MODELS,
  ...REQUESTS,
  ...SANDBOX,
  ...SECRETS,
  ...SKILLS,
  ...TOOL_CODE,
  ...TRUST,
  ...TURNS,
} as const
