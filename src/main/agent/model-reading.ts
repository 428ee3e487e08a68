import type { ExpectedReading, ReadAgain } from '#shared/facts'
import type { ModelAnswer, ModelMessage, ModelRequest } from '#shared/model/model'

const LEAST = 0.3
const MOST = 4
const TOO_LONG = 1.5
/** Where servers cut: at the end of the context, at half of it, or at the default of old servers. */
const OLD_DEFAULT_CUT = 2050
const USUAL_ERROR = 1.25
/** A prompt that took this much longer than its new part was read completely. */
const FAR_LONGER = 4

/** What requests to one model have shown: how it counts, how fast it reads, and what it read last. */
export interface ModelReading {
  /** How many more tokens it counts than estimated. */
  factor: number
  /** Measured on requests of which the server had kept nothing. */
  msPerToken?: number
  /** On how many tokens that was measured. */
  measuredOn?: number
  /** The speed that was known when Skillet started; it decides how many tools the beginning lists until Skillet ends. */
  usualMsPerToken?: number | null
  /** The last request, and how the server counted it. */
  last?: {
    chat: string
    head: string
    messages: readonly string[]
    numCtx: number
    promptTokens: number
    outputTokens: number
  }
  /** More did not fit into this computer's memory since Skillet started. */
  mostContext?: number
  /** The server counts the whole prompt, not only the part it read. */
  countsAll?: boolean
}

export const newReading = (): ModelReading => ({ factor: 1 })

export interface Sent {
  chat: string
  request: ModelRequest
  /** Our estimate times the factor. */
  estimate: number
}

export interface ReadFigures {
  promptTokens: number
  readTokens: number
  readAgain?: ReadAgain
  /** The server silently cut off the start of the prompt. */
  wasCut: boolean
}

/** Learns from the server's figures for one request. Null if there were none. */
export function learnFrom(reading: ModelReading, sent: Sent, answer: ModelAnswer): ReadFigures | null {
  const { promptTokens, outputTokens, promptMs } = answer
  if (promptTokens <= 0) return null
  const { head, messages, numCtx } = splitPrompt(sent.request)
  const { last } = reading
  const isSameHead = last?.head === head && last.numCtx === numCtx
  const isLonger = isSameHead && last.messages.every((message, at) => message === messages[at])
  const isLess = isLonger && promptTokens < last.promptTokens
  if (isLonger) reading.countsAll ??= !isLess
  const wasCut = (isLess && reading.countsAll === true) || isCutPoint(promptTokens, numCtx, sent.estimate)

  const kept = isSameHead ? keptTokens(last, head, messages, promptTokens) : 0
  let readTokens = reading.countsAll === false ? promptTokens : Math.max(1, promptTokens - kept)
  let readAgain = isLonger ? undefined : explain(reading, sent, isSameHead, numCtx)
  if (kept > 0 && promptMs !== undefined && promptMs > FAR_LONGER * readTokens * (reading.msPerToken ?? Infinity)) {
    readTokens = promptTokens
    readAgain = 'lost'
  }
  if (kept === 0 && promptMs !== undefined && readTokens > 0) {
    reading.msPerToken = promptMs / readTokens
    reading.measuredOn = readTokens
  }
  if (!wasCut) reading.factor = calibrate(reading, sent.estimate, promptTokens)
  reading.last = { chat: sent.chat, head, messages, numCtx, promptTokens, outputTokens }
  return { promptTokens, readTokens, ...(readAgain && { readAgain }), wasCut }
}

/** How much of the next request the server must read. */
export function expectReading(reading: ModelReading, { request, estimate }: Omit<Sent, 'chat'>): ExpectedReading {
  const { last, msPerToken } = reading
  const { head, messages, numCtx } = splitPrompt(request)
  const isSameHead = last?.head === head && last.numCtx === numCtx
  const tokens = Math.max(0, estimate - (isSameHead ? keptTokens(last, head, messages, estimate) : 0))
  return { tokens, ...(msPerToken !== undefined && { msPerToken }) }
}

/** Whether the last request already contained all of this one. */
export function wasRead({ last }: ModelReading, request: ModelRequest): boolean {
  const { head, messages, numCtx } = splitPrompt(request)
  return last?.head === head && last.numCtx === numCtx && messages.every((message, at) => message === last.messages[at])
}

function splitPrompt({ messages, tools, numCtx = 0 }: ModelRequest) {
  const isSystem = messages[0]?.role === 'system'
  const head = JSON.stringify([tools, isSystem ? messages[0] : null])
  return { head, numCtx, messages: messages.slice(isSystem ? 1 : 0).map((message) => JSON.stringify(message)) }
}

/** The server refused the prompt, so the estimate was too low. */
export function learnTooLong(reading: ModelReading): void {
  reading.factor = Math.min(MOST, reading.factor * TOO_LONG)
}

function isCutPoint(promptTokens: number, numCtx: number, estimate: number): boolean {
  if (numCtx > 0 && promptTokens >= numCtx) return true
  const cuts = [Math.floor(numCtx / 2) + 2, OLD_DEFAULT_CUT]
  return estimate > promptTokens * USUAL_ERROR && cuts.some((cut) => Math.abs(promptTokens - cut) <= 2)
}

/** Exact if the prompt only grew; otherwise its share of the characters. */
function keptTokens(last: NonNullable<ModelReading['last']>, head: string, messages: string[], promptTokens: number) {
  const differs = last.messages.findIndex((message, at) => message !== messages[at])
  if (differs < 0) {
    const written = messages[last.messages.length]
    const isAnswer = written !== undefined && (JSON.parse(written) as ModelMessage).role === 'assistant'
    return Math.min(promptTokens, last.promptTokens + (isAnswer ? last.outputTokens : 0))
  }
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, head.length)
  return Math.floor((promptTokens * lengthOf(messages.slice(0, differs))) / lengthOf(messages))
}

function explain({ last }: ModelReading, { chat }: Sent, isSameHead: boolean, numCtx: number): ReadAgain {
  if (!last) return 'first'
  if (last.numCtx !== numCtx) return 'context'
  if (!isSameHead) return 'beginning'
  return last.chat === chat ? 'left-out' : 'chat'
}

/** Rises at once and falls by halves. A low count means nothing if the server does not count what it kept. */
function calibrate({ factor, countsAll }: ModelReading, estimate: number, promptTokens: number): number {
  if (estimate <= 0 || (promptTokens < estimate && countsAll !== true)) return factor
  const measured = (factor * promptTokens) / estimate
  return Math.min(MOST, Math.max(LEAST, measured > factor ? measured : (factor + measured) / 2))
}
