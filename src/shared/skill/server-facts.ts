import type { Confinement } from '#shared/call/plan'
import type { ServerQuestion } from '#shared/call/question'

/** Git or a package manager fetches what is to be installed; no other process is part of an installation. */
export type FetchFact =
  | { type: 'fetch.started'; fetch: string; argv: string[]; path: string; cwd: string }
  | { type: 'fetch.finished'; fetch: string; exitCode: number | null; ms: number }

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
  /** In the middle of a call it asks the person. */
  | (ServerQuestion & { type: 'question.asked'; call: string; run: string; question: string })
  /** What the person gave: by name and length alone; null where nothing was given. */
  | { type: 'question.answered'; call: string; question: string; given: { name: string; length: number }[] | null }
  /** It describes the tool otherwise than when `listed` was reviewed: withdrawn until the skill is reviewed again. */
  | (AboutServer & { type: 'server.changed'; tool: string; listed: string })
  /** Holds for exactly this server: with another command or address it is another one. `permit` names both. */
  | (AboutServer & { type: 'server.permitted'; permit: string; allowed: boolean })
  /** The person took a prompt, a resource or a skill from it. */
  | (AboutServer & { type: 'server.read'; kind: 'prompts' | 'resources' | 'skills'; name: string })
  /** All servers of the skill were asked what they offer; `sha256` is that of the list, to be reviewed. */
  | { type: 'server.listed'; skill: string; servers: string[]; sha256: string }

/** A host on this computer or around it, for one tool as it is. */
export type HostFact =
  | { type: 'host.granted'; tool: string; spec: string; host: string }
  | { type: 'host.revoked'; tool: string; host: string }
