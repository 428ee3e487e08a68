import { ANSWERS } from './de/answers.ts'
import { ARGUMENTS } from './de/arguments.ts'
import { CALLS } from './de/calls.ts'
import { CLI } from './de/cli.ts'
import { COMMON } from './de/common.ts'
import { DATA_FOLDER } from './de/data-folder.ts'
import { FOLDERS } from './de/folders.ts'
import { FORMATS } from './de/formats.ts'
import { HTTP } from './de/http.ts'
import { INSTALL } from './de/install.ts'
import { LAUNCHERS } from './de/launchers.ts'
import { LEDGER } from './de/ledger.ts'
import { MCP } from './de/mcp.ts'
import { MODELS } from './de/models.ts'
import { NEEDS } from './de/needs.ts'
import { PROGRAMS } from './de/programs.ts'
import { REQUESTS } from './de/requests.ts'
import { RUNS } from './de/runs.ts'
import { RYE } from './de/rye.ts'

import { SANDBOX } from './de/sandbox.ts'
import { SCHEMAS } from './de/schemas.ts'
import { SECRETS } from './de/secrets.ts'
import { SKILL_INTERFACE } from './de/skill-interface.ts'
import { SKILLS } from './de/skills.ts'
import { TOOL_CODE } from './de/tool-code.ts'
import { TRIGGERS } from './de/triggers.ts'
import { TRUST } from './de/trust.ts'
import { TURNS } from './de/turns.ts'
import type { MessageCode } from './message.ts'

/** What each message says in German; the compiler asks for every code. */
export const DE: Readonly<Record<MessageCode, string>> = {
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
}
