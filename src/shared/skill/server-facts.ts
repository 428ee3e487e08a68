import type { Confinement } from '#shared/call/plan'

interface AboutServer {
  skill: string
  server: string
}

/** What happened to the servers of skills. */
export type ServerFact =
  /** On record before the process starts; its processes carry the mark `instance`. `env`: names alone. */
  | (AboutServer & {
      type: 'server.started'
      instance: string
      line: string
      path: string
      cwd: string
      env: string[]
      confinement?: Confinement
    })
  /** `said`: the end of what it wrote to its standard error. */
  | (AboutServer & {
      type: 'server.ended'
      instance: string
      exitCode: number | null
      signal: string | null
      ms: number
      said: string
    })
  /** It describes the tool otherwise than when `listed` was reviewed: withdrawn until the skill is reviewed again. */
  | (AboutServer & { type: 'server.changed'; tool: string; listed: string })
  /** All servers of the skill were asked what they offer; `sha256` is that of the list, to be reviewed. */
  | { type: 'server.listed'; skill: string; servers: string[]; sha256: string }

/** A host on this computer or around it, for one tool as it is. */
export type HostFact =
  | { type: 'host.granted'; tool: string; spec: string; host: string }
  | { type: 'host.revoked'; tool: string; host: string }
