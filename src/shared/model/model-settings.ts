import type { Message } from '#shared/messages/message'
/** What the person set for one model; what is absent is as Skillet, Ollama or the model has it. */
export interface ModelSettings {
  /** The context every request asks for, in tokens. */
  context?: number
  keepAlive?: KeepAlive
  think?: 'on' | 'off'
  /** Its calls are asked for piece by piece, though it says that it takes tools. */
  pieceByPiece?: true
}

/** How long it stays in memory after an answer; `none`: no longer than the turn. */
export type KeepAlive = '5m' | '1h' | 'always' | 'none'

export const KEEP_ALIVES = ['5m', '1h', 'always', 'none'] as const satisfies readonly KeepAlive[]

export const LEAST_CONTEXT = 1024

/**
 * How a model is asked for calls: all tools as lines of the system text and calls as lines of JSON, the tools of Ollama's
 * protocol, or one tool chosen by its score and then filled in.
 */
export type CallStyle = 'compact' | 'native' | 'choose'

export const CALL_STYLES = ['compact', 'native', 'choose'] as const satisfies readonly CallStyle[]

/** How one style went: over requests that need a tool, and over those that need none. */
export interface StyleScore {
  style: CallStyle
  asked: number
  /** The right tool was chosen. */
  picked: number
  /** And its arguments said what the request says. */
  fitted: number
  askedForNothing: number
  /** No tool was called where none was needed. */
  quiet: number
  /** Requests that were answered with any call. */
  called: number
  ms: number
}

export interface ModelTrial {
  /** Of the model as it was; another one has not been tried. */
  digest?: string
  scores: readonly StyleScore[]
  /** Of those tried, the one that did best: chats use it. */
  best: CallStyle
  /** How fast it reads here. */
  msPerToken?: number
}

export interface TrialProgress {
  model: string
  state: 'running' | 'done' | 'stopped' | 'failed'
  done: number
  of: number
  /** Why it failed, or what else there is to say. */
  message?: Message | string
}

/** Every request counts once: the right tool, the right arguments, and nothing where nothing was needed. */
export const pointsOf = ({ picked, fitted, quiet }: StyleScore): number => picked + fitted + quiet

/** The first of those that did best. */
export const bestOf = (scores: readonly StyleScore[]): StyleScore | undefined =>
  scores.toSorted((one, other) => pointsOf(other) - pointsOf(one))[0]

/** The name a model has in full: Ollama takes one without a tag for the latest. */
export const fullModelName = (name: string): string =>
  name.slice(name.lastIndexOf('/') + 1).includes(':') ? name : `${name}:latest`
