import type { JsonObject } from '#shared/json'

/** What a tool says of itself beside what it takes and how it runs. */
export interface ToolAbout {
  /** Its path among the tools of its project. */
  path: string
  /** From the tool to what runs it. */
  chain: string[]
  version?: string
  /** Another name that its author gave it. */
  alias?: string
  tags?: string[]
  /** What it says it needs. */
  requires?: string[]
  url?: string
  examples?: string[]
  author?: string
  maintainer?: string
  stability?: string
  isDeprecated?: true
  isExperimental?: true
  cost?: Cost
  /** What its result looks like: another result is flagged, and used all the same. */
  output?: JsonObject
}

/** In the currency that its author named; nothing is converted. */
export interface Cost {
  perCall: number
  perMinute: number
  /** Seconds. */
  estimatedDuration?: number
  currency: string
}

/** Whose signature a file carries, and whether it is the file that was signed. */
export type Signature = { state: 'unsigned' | 'malformed' | 'modified' } | SignedBy

export interface SignedBy {
  state: 'signed' | 'valid' | 'untrusted-key'
  /** Of the key. */
  fingerprint: string
  at: string
  /** What was signed, and the signature, as the file has them. */
  sha256: string
  signature: string
}

/** How often a call is tried where what went wrong may pass; delays in milliseconds. */
export interface RetryPolicy {
  attempts: number
  backoff: 'fixed' | 'linear' | 'exponential'
  initialMs: number
  mostMs: number
  multiplier: number
}

export function estimateCost({ perCall, perMinute, estimatedDuration = 0 }: Cost, ms?: number): number {
  return perCall + (perMinute * (ms === undefined ? estimatedDuration : ms / 1000)) / 60
}
