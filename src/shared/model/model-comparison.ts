import type { Message } from '#shared/messages/message'

/** What several models would have done with requests that the person made before. Nothing of it ran. */
export interface ModelComparison {
  state: 'running' | 'done' | 'stopped' | 'failed'
  models: readonly string[]
  rows: readonly ComparedRequest[]
  done: number
  of: number
  /** Why it failed. */
  message?: Message | string
}

export interface ComparedRequest {
  chat: string
  seq: number
  text: string
  /** By model; one that was not asked yet has none. */
  answers: Readonly<Record<string, ComparedAnswer>>
}

export interface ComparedAnswer {
  calls: readonly ComparedCall[]
  /** The beginning of what it said in words. */
  text: string
  ms: number
  /** Why there is no answer. */
  problem?: Message | string
}

export interface ComparedCall {
  tool: string
  /** The command that would run, or why none would. */
  line?: string
  problem?: Message | string
}

export const MOST_COMPARED = 4
