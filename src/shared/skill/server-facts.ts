import type { Confinement } from '#shared/call/plan'
import type { ServerQuestion } from '#shared/call/question'

/** Git or a package manager downloads what will be installed; no other process takes part. */
export type FetchFact =
  | { type: 'fetch.started'; fetch: string; argv: string[]; path: string; cwd: string }
  | { type: 'fetch.finished'; fetch: string; exitCode: number | null; ms: number }

interface AboutServer {
  skill: string
  server: string
}

export type ServerFact =
  /** Recorded before the process starts. Its processes carry the mark `instance`. `env`: names only. */
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
  /** It asks the person during a call. */
  | (ServerQuestion & { type: 'question.asked'; call: string; run: string; question: string })
  /** The person's answer by names and lengths only; null if there was none. */
  | { type: 'question.answered'; call: string; question: string; given: { name: string; length: number }[] | null }
  /** It describes the tool otherwise than when `listed` was reviewed: withdrawn until the skill is reviewed again. */
  | (AboutServer & { type: 'server.changed'; tool: string; listed: string })
  /** It no longer takes what is kept of the sign-in: its tools are withdrawn until the person signs in again. */
  | (AboutServer & { type: 'server.signed-out' })
  /** Covers exactly this command or address, which `permit` names. */
  | (AboutServer & { type: 'server.permitted'; permit: string; allowed: boolean })
  /** The person used one of its prompts, resources or skills. */
  | (AboutServer & { type: 'server.read'; kind: 'prompts' | 'resources' | 'skills'; name: string })
  /** All servers of the skill were asked what they offer; `sha256` is that of the list, to be reviewed. */
  | { type: 'server.listed'; skill: string; servers: string[]; sha256: string }

/** A host on this computer or the local network, for one version of a tool. */
export type HostFact =
  | { type: 'host.granted'; tool: string; spec: string; host: string }
  | { type: 'host.revoked'; tool: string; host: string }
