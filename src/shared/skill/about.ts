/** What a tool says about itself besides its parameters and how it runs. */
export interface ToolAbout {
  /** Its path among the tools of its project. */
  path: string
  /** From the tool to the program that runs it. */
  chain: string[]
  version?: string
  /** Another name that its author gave it. */
  alias?: string
  tags?: string[]
  requires?: string[]
  url?: string
  examples?: string[]
  author?: string
  maintainer?: string
  stability?: string
  isDeprecated?: true
  isExperimental?: true
  cost?: Cost
}

/** In the currency that its author named; nothing is converted. */
export interface Cost {
  perCall: number
  perMinute: number
  /** In seconds. */
  estimatedDuration?: number
  currency: string
}

/** Whether a file is signed and unchanged since. */
export type Signature = { state: 'unsigned' | 'malformed' | 'modified' } | SignedBy

export interface SignedBy {
  state: 'signed' | 'valid' | 'untrusted-key'
  /** Of the key. */
  fingerprint: string
  at: string
  /** What was signed, and the signature, as written in the file. */
  sha256: string
  signature: string
}

/** How often a call is tried again after a passing failure. Delays are in milliseconds. */
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
