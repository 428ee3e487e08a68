import type { Confinement } from '#shared/call/plan'

interface AboutServer {
  skill: string
  server: string
}

export type ServerFact =
  /** Recorded before the process starts. Its processes carry the mark `instance`. `env` holds names only. */
  | (AboutServer & {
      type: 'server.started'
      instance: string
      line: string
      path: string
      cwd: string
      env: string[]
      confinement?: Confinement
    })
  /** `said`: the end of its standard error. */
  | (AboutServer & {
      type: 'server.ended'
      instance: string
      exitCode: number | null
      signal: string | null
      ms: number
      said: string
    })
  /**
   * It now describes the tool differently from the reviewed list. The tool is withdrawn until the skill is reviewed
   * again.
   */
  | (AboutServer & { type: 'server.changed'; tool: string; listed: string })
  /** All servers of the skill were listed; `sha256` is the hash of that list, which must be reviewed. */
  | { type: 'server.listed'; skill: string; servers: string[]; sha256: string }
