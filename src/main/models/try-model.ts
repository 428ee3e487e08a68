import { type ModelReading, newReading } from '#main/agent/model-reading'
import { validateArguments } from '#main/gate/validate-arguments'
import { askModel } from '#main/models/ollama/chat'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelOutcome, ModelProblem, ModelProblemCode, ModelRequest } from '#shared/model/model'
import { bestOf, type CallStyle, type ModelTrial, type StyleScore } from '#shared/model/model-settings'
import { askOnce } from './ask-once.ts'
import { type ModelOptions, usualStyle } from './model-options.ts'
import type { ModelConnection } from './models.ts'
import { TRIAL_REQUESTS, TRIAL_TOOLS, type TrialRequest } from './trial-requests.ts'

export interface TrialSubject {
  met: Extract<ModelConnection, { ok: true }>
  options: ModelOptions
  signal: AbortSignal
  /** Those of the trial, unless it is itself tried. */
  requests?: readonly TrialRequest[]
  /** After each request. */
  told(done: number, of: number): void
}

export type Tried = { ok: true; trial: ModelTrial } | { ok: false; problem: ModelProblem }

/** A model that says more than that has lost its way. */
const MOST_TOKENS = { compact: 128, native: 256, choose: 96 } as const satisfies Record<CallStyle, number>
const MOST_WITH_THOUGHTS = 1024
/** Under a schema some answers take seconds a token; a request that takes longer has failed. The first one may load the model. */
const LONGEST_MS = 120_000
/** About one answer, and not about the model or the server as a whole. */
const ITS_OWN_FAULT: ReadonlySet<string> = new Set<ModelProblemCode>([
  'CALL_UNREADABLE',
  'CONTEXT_TOO_LONG',
  'MODEL_WITHOUT_TOOLS',
  'STREAM_TOO_LARGE',
])

/** Twelve requests over invented tools, in each style the model may do well in; nothing is run or goes on record. */
export async function tryModel(subject: TrialSubject): Promise<Tried> {
  const { met, options } = subject
  const { facts, digest } = met
  const takesTools = facts?.capabilities.includes('tools') ?? true
  const styles = new Set<CallStyle>(['compact', ...(takesTools ? (['native'] as const) : []), options.input.style])
  const reading = newReading()
  const scores: StyleScore[] = []
  for (const style of styles) {
    const taken = await tryStyle({ ...subject, reading }, style, scores.length, styles.size)
    if (!taken.ok) return taken
    scores.push(taken.score)
    // It calls nothing by itself: then it is helped to.
    if (scores.length === styles.size && scores.every(({ called }) => called === 0)) styles.add('choose')
  }
  // To be silent throughout is right four times of twelve, and no use.
  const best = bestOf(scores.filter(({ called }) => called > 0))?.style ?? usualStyle(facts)
  const { msPerToken } = reading
  return {
    ok: true,
    trial: { ...(digest !== undefined && { digest }), scores, best, ...(msPerToken !== undefined && { msPerToken }) },
  }
}

type Subject = TrialSubject & { reading: ModelReading }
type StyleTaken = { ok: true; score: StyleScore } | { ok: false; problem: ModelProblem }

async function tryStyle(subject: Subject, style: CallStyle, before: number, styles: number): Promise<StyleTaken> {
  const score: StyleScore = {
    style,
    ...{ asked: 0, picked: 0, fitted: 0, askedForNothing: 0, quiet: 0, called: 0, ms: 0 },
  }
  const { requests = TRIAL_REQUESTS, told } = subject
  const started = performance.now()
  for (const [at, request] of requests.entries()) {
    const isFirst = before === 0 && at === 0
    const limit = isFirst ? subject.signal : AbortSignal.any([subject.signal, AbortSignal.timeout(LONGEST_MS)])
    const taken = await ask(subject, style, request, limit)
    if (!taken.ok) return taken
    await count(score, request, taken.call)
    told(before * requests.length + at + 1, styles * requests.length)
  }
  return { ok: true, score: { ...score, ms: Math.round(performance.now() - started) } }
}

interface FirstCall {
  tool: string
  args: JsonObject
}

async function count(score: StyleScore, { wants }: TrialRequest, call: FirstCall | null): Promise<void> {
  if (call) score.called++
  if (!wants) {
    score.askedForNothing++
    if (!call) score.quiet++
    return
  }
  score.asked++
  const tool = TRIAL_TOOLS.find(({ name }) => name === wants.tool)
  if (call?.tool !== wants.tool || !tool) return
  score.picked++
  const read = await validateArguments(tool, call.args, true)
  const says = ([name, wanted]: [string, RegExp | number | boolean]) => {
    const value = read.ok ? read.args[name] : undefined
    return wanted instanceof RegExp ? typeof value === 'string' && wanted.test(value) : value === wanted
  }
  if (read.ok && Object.entries(wants.args).every(says)) score.fitted++
}

type Answered = { ok: true; call: FirstCall | null } | { ok: false; problem: ModelProblem }

/** One turn of one round, as a chat has it. */
async function ask(
  { met, options, reading, signal: stopping }: Subject,
  style: CallStyle,
  { text }: TrialRequest,
  signal: AbortSignal,
): Promise<Answered> {
  const { host, model, facts } = met
  const canThink = facts?.capabilities.includes('thinking') ?? false
  const { said, problem } = await askOnce(
    {
      ...{ chat: 'trial', model, system: '', tools: toOllamaTools(TRIAL_TOOLS), history: [], text, signal },
      ...{ ...options.input, style, reading },
    },
    async (request): Promise<ModelOutcome> => {
      if (isAnswerInWords(request, style)) return { ok: true, answer: emptyAnswer() }
      const sent = { temperature: 0, ...options.request, ...request }
      const most = canThink && sent.think !== false ? MOST_WITH_THOUGHTS : MOST_TOKENS[style]
      const maxTokens = Math.min(request.maxTokens ?? most, most)
      return askModel(host, { ...sent, maxTokens }, { token: () => {} }, signal)
    },
  )
  if (stopping.aborted) return { ok: false, problem: { code: 'STOPPED', message: message('stopped') } }
  if (signal.aborted) return { ok: true, call: null }
  if (problem && !ITS_OWN_FAULT.has(problem.code)) return { ok: false, problem }
  return { ok: true, call: said?.calls?.[0] ?? null }
}

/** Asked piece by piece, it has chosen to call nothing: what it would say is of no interest. */
const isAnswerInWords = ({ format, maxTokens }: ModelRequest, style: CallStyle) =>
  style === 'choose' && format === undefined && maxTokens === undefined
