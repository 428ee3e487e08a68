import { ANSWERS } from './en/answers.ts'
import { ARGUMENTS } from './en/arguments.ts'
import { CALLS } from './en/calls.ts'
import { CLI } from './en/cli.ts'
import { COMMON } from './en/common.ts'
import { DATA_FOLDER } from './en/data-folder.ts'
import { FOLDERS } from './en/folders.ts'
import { FORMATS } from './en/formats.ts'
import { HTTP } from './en/http.ts'
import { INSTALL } from './en/install.ts'
import { LAUNCHERS } from './en/launchers.ts'
import { LEDGER } from './en/ledger.ts'
import { MCP } from './en/mcp.ts'
import { MODELS } from './en/models.ts'
import { NEEDS } from './en/needs.ts'
import { PROGRAMS } from './en/programs.ts'
import { REQUESTS } from './en/requests.ts'
import { RUNS } from './en/runs.ts'
import { RYE } from './en/rye.ts'

import { SANDBOX } from './en/sandbox.ts'
import { SCHEMAS } from './en/schemas.ts'
import { SECRETS } from './en/secrets.ts'
import { SKILL_INTERFACE } from './en/skill-interface.ts'
import { SKILLS } from './en/skills.ts'
import { TOOL_CODE } from './en/tool-code.ts'
import { TRIGGERS } from './en/triggers.ts'
import { TRUST } from './en/trust.ts'
import { TURNS } from './en/turns.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = {
  ...ANSWERS,
  ...ARGUMENTS,
  ...CALLS,
  ...CLI,
  ...COMMON,
  ...DATA_FOLDER,
  ...FOLDERS,
  ...FORMATS,
  ...HTTP,
  ...INSTALL,
  ...LAUNCHERS,
  ...LEDGER,
  ...MCP,
  ...MODELS,
  ...NEEDS,
  ...PROGRAMS,
  ...REQUESTS,
  ...RYE,
  ...RUNS,
  ...SANDBOX,
  ...SCHEMAS,
  ...SECRETS,
  ...SKILL_INTERFACE,
  ...SKILLS,
  ...TOOL_CODE,
  ...TRIGGERS,
  ...TRUST,
  ...TURNS,
} as const
