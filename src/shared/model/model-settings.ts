import type { Message } from '#shared/messages/message'
/** A person's settings for one model. What is missing follows Skillet, Ollama or the model. */
export interface ModelSettings {
  /** Tokens of context for every request. */
  context?: number
  keepAlive?: KeepAlive
  think?: 'on' | 'off'
  /** Calls are asked for in two steps although it supports tools. */
  pieceByPiece?: true
}

/** How long it stays in memory after an answer; `none`: only during the turn. */
export type KeepAlive = '5m' | '1h' | 'always' | 'none'

export const KEEP_ALIVES = ['5m', '1h', 'always', 'none'] as const satisfies readonly KeepAlive[]

export const LEAST_CONTEXT = 1024

/**
 * How a model calls tools: `compact` lists all tools in the system text and reads calls as JSON lines, `native` uses
 * Ollama's protocol, `choose` picks one tool by score and then fills in its arguments.
 */
export type CallStyle = 'compact' | 'native' | 'choose'

export const CALL_STYLES = ['compact', 'native', 'choose'] as const satisfies readonly CallStyle[]

/** The results of one style, for requests that need a tool and requests that need none. */
export interface StyleScore {
  style: CallStyle
  asked: number
  /** It chose the right tool. */
  picked: number
  /** Its arguments were right as well. */
  fitted: number
  askedForNothing: number
  /** It called no tool where none was needed. */
  quiet: number
  /** Requests that led to any call. */
  called: number
  ms: number
}

export interface ModelTrial {
  /** Of the model that was tried. Another version counts as untried. */
  digest?: string
  scores: readonly StyleScore[]
  /** The style that did best; chats use it. */
  best: CallStyle
  msPerToken?: number
}

/** How far a trial or a comparison of models is. */
export interface ModelProgress {
  state: 'running' | 'done' | 'stopped' | 'failed'
  done: number
  of: number
  /** Until no chat uses a model. */
  isWaiting?: boolean
  /** Why it failed, or a remark. */
  message?: Message | string
}

export interface TrialProgress extends ModelProgress {
  model: string
}

/** One point each for the right tool, the right arguments, and no call where none was needed. */
export const pointsOf = ({ picked, fitted, quiet }: StyleScore): number => picked + fitted + quiet

export const bestOf = (scores: readonly StyleScore[]): StyleScore | undefined =>
  scores.toSorted((one, other) => pointsOf(other) - pointsOf(one))[0]

/** Ollama reads a name without a tag as the latest. */
export const fullModelName = (name: string): string =>
  name.slice(name.lastIndexOf('/') + 1).includes(':') ? name : `${name}:latest`
