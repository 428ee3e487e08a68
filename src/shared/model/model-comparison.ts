import type { Message } from '#shared/messages/message'
import type { ModelProgress } from './model-settings.ts'

/** What several models would have done with earlier requests. Nothing of it ran. */
export interface ModelComparison extends ModelProgress {
  models: readonly string[]
  rows: readonly ComparedRequest[]
}

export interface ComparedRequest {
  chat: string
  seq: number
  text: string
  /** By model; missing until the model was asked. */
  answers: Readonly<Record<string, ComparedAnswer>>
}

export interface ComparedAnswer {
  calls: readonly ComparedCall[]
  /** The beginning of its text. */
  text: string
  ms: number
  problem?: Message | string
}

export interface ComparedCall {
  tool: string
  /** The command that would run, or why none would. */
  line?: string
  problem?: Message | string
}

export const MOST_COMPARED = 4
