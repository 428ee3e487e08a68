import { type ModelReading, newReading } from '#main/agent/model-reading'
import { validateArguments } from '#main/gate/validate-arguments'
import { askModel } from '#main/models/ollama/chat'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import type { Outcome } from '#main/models/ollama/talk-to'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { NewFact, Tick } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelOutcome, ModelProblemCode, ModelRequest } from '#shared/model/model'
import {
  bestOf,
  type CallStyle,
  type ModelTrial,
  pointsOf,
  type StyleScore,
  type TrialProgress,
} from '#shared/model/model-settings'
import type { Tool } from '#shared/skill/tool'
import { askOnce } from './ask-once.ts'
import type { ModelBook } from './model-book.ts'
import { type ModelOptions, readModelOptions, usualStyle } from './model-options.ts'
import { type ModelUse, type Waiting, waitForTurns } from './model-use.ts'
import { makeModelWork } from './model-work.ts'
import type { ModelConnection, Models } from './models.ts'

interface TrialPorts extends Waiting, Pick<ModelUse, 'hold'> {
  models: Pick<Models, 'meet' | 'unload'>
  modelBook: Pick<ModelBook, 'settings' | 'trial' | 'speed'>
  /** Of the chats, by model. */
  readings: ReadonlyMap<string, Pick<ModelReading, 'mostContext'>>
  tick(tick: Tick): void
  publish(fact: NewFact): Promise<void>
  ended?(): void
  reportBug(error: unknown): void
}

/** Tries models; the outcome is recorded. */
export const makeTrials = ({
  models,
  modelBook,
  tick,
  publish,
  readings,
  hold,
  ended,
  reportBug,
  ...waiting
}: TrialPorts) =>
  makeModelWork<TrialProgress>({
    start: (model) => ({ model, state: 'running', done: 0, of: 0 }),
    told: (trial) => tick({ tick: 'model-trial', chat: null, trial }),
    async work(model, signal, note) {
      const met = await models.meet(model, signal)
      if (signal.aborted) return note({ state: 'stopped' })
      if (!met.ok) return note({ state: 'failed', message: met.problem.message })
      const options = readModelOptions({ modelBook }, met)
      const told = (done: number, of: number) => void note({ done, of })
      // A chat and a trial would each read its beginning again after a request of the other.
      const whenIdle = () => waitForTurns(waiting, signal, (change) => void note(change))
      const { mostContext } = readings.get(met.model) ?? {}
      const reading = { ...newReading(), ...(mostContext !== undefined && { mostContext }) }
      const trying = tryModel({ met, options, reading, signal, told, whenIdle })
      const tried = await hold(met.model, trying, async () => {
        if (options.leavesMemory) await models.unload(model)
      })
      if (!tried.ok && tried.problem.code === 'STOPPED') return note({ state: 'stopped' })
      if (!tried.ok) return note({ state: 'failed', message: tried.problem.message })
      await publish({ type: 'model.tried', chat: null, model, trial: tried.value })
      return note({ state: 'done' })
    },
    ...{ reportBug, ...(ended && { ended }) },
  })

/** What a request should lead to: a tool with certain arguments, or no tool. */
interface TrialRequest {
  text: string
  wants: { tool: string; args: Record<string, RegExp | number | boolean> } | null
}

const text = (description: string) => ({ type: 'string', description })

/** None of these exists and nothing runs; we only look at what the model asks for. */
const TRIAL_TOOLS: readonly Tool[] = [
  invent('weather_forecast', 'Tells the weather of a city for the next days.', ['city'], {
    city: text('Name of the city.'),
    days: { type: 'integer', minimum: 1, maximum: 14, description: 'How many days.' },
  }),
  invent('timer_set', 'Sets a timer that rings after some minutes.', ['minutes'], {
    minutes: { type: 'integer', minimum: 1, description: 'Minutes until it rings.' },
  }),
  invent('currency_convert', 'Converts an amount of money into another currency.', ['amount', 'from', 'to'], {
    amount: { type: 'number', description: 'How much.' },
    from: text('Currency of the amount, such as GBP.'),
    to: text('Currency that is wanted, such as JPY.'),
  }),
  invent('lights_switch', 'Switches the lights of a room on or off.', ['room', 'on'], {
    room: text('Which room.'),
    on: { type: 'boolean', description: 'true for on, false for off.' },
  }),
  invent('recipe_search', 'Finds recipes that use an ingredient.', ['ingredient'], {
    ingredient: text('What the recipe is made with.'),
  }),
  invent('calendar_add', 'Adds an event to the calendar.', ['title', 'date'], {
    title: text('What the event is.'),
    date: text('The day, such as 2031-12-24.'),
  }),
]

export const TRIAL_REQUESTS: readonly TrialRequest[] = [
  { text: 'What will the weather be like in Lisbon?', wants: { tool: 'weather_forecast', args: { city: /lisbo/i } } },
  { text: 'Set a timer for 12 minutes.', wants: { tool: 'timer_set', args: { minutes: 12 } } },
  {
    text: 'How much is 50 dollars in euros?',
    wants: { tool: 'currency_convert', args: { amount: 50, from: /usd|dollar|\$/i, to: /eur|€/i } },
  },
  {
    text: 'Turn off the lights in the kitchen.',
    wants: { tool: 'lights_switch', args: { room: /kitchen/i, on: false } },
  },
  { text: 'Find me a recipe with lentils.', wants: { tool: 'recipe_search', args: { ingredient: /lentil/i } } },
  { text: 'Hello! How are you today?', wants: null },
  {
    text: 'Put the dentist into my calendar for 2031-05-03.',
    wants: { tool: 'calendar_add', args: { title: /dentist/i, date: /2031|may/i } },
  },
  {
    text: 'Will it rain in Oslo during the next 3 days?',
    wants: { tool: 'weather_forecast', args: { city: /oslo/i, days: 3 } },
  },
  { text: 'Thank you, that was helpful.', wants: null },
  {
    text: 'Switch on the lights of the bedroom, please.',
    wants: { tool: 'lights_switch', args: { room: /bedroom/i, on: true } },
  },
  { text: 'What is 7 times 8?', wants: null },
  { text: 'Write one sentence about the sea.', wants: null },
]

function invent(name: string, description: string, required: string[], properties: JsonObject): Tool {
  return {
    ...{ id: `trial/${name}`, name, modelName: name, description, format: 'tools-json' },
    source: { skill: 'trial', file: '', sha256: '' },
    params: { type: 'object', properties, required, additionalProperties: false },
    runtime: { kind: 'command', allowlist: {}, executions: [] },
    limits: { timeoutMs: 0 },
    diagnostics: [],
  }
}

interface TrialSubject {
  met: Extract<ModelConnection, { ok: true }>
  options: ModelOptions
  signal: AbortSignal
  /** A new one by default. */
  reading?: ModelReading
  /** For tests; by default those of the trial. */
  requests?: readonly TrialRequest[]
  told(done: number, of: number): void
  whenIdle(signal: AbortSignal): Promise<void>
}

const MOST_TOKENS = { compact: 128, native: 256, choose: 96 } as const satisfies Record<CallStyle, number>
/**
 * With a schema, some answers take seconds per token; a longer request counts as failed. The first one may load the
 * model.
 */
const LONGEST_MS = 120_000
/** Problems with one answer rather than with the model or the server. */
const ITS_OWN_FAULT: ReadonlySet<string> = new Set<ModelProblemCode>([
  'CALL_UNREADABLE',
  'CONTEXT_TOO_LONG',
  'MODEL_WITHOUT_TOOLS',
  'STREAM_TOO_LARGE',
])

/** Twelve requests over invented tools, in each suitable style. Nothing runs and nothing is recorded. */
export async function tryModel(subject: TrialSubject): Promise<Outcome<ModelTrial>> {
  const { met, options, reading = newReading() } = subject
  const { facts, digest } = met
  const takesTools = facts?.capabilities.includes('tools') ?? true
  const styles = new Set<CallStyle>(['compact', ...(takesTools ? (['native'] as const) : []), options.input.style])
  const scores: StyleScore[] = []
  for (const style of styles) {
    const taken = await tryStyle({ ...subject, reading }, style, scores.length, styles.size)
    if (!taken.ok) return taken
    scores.push(taken.value)
    // It never calls a tool by itself, so it gets help.
    if (scores.length === styles.size && scores.every(({ called }) => called === 0)) styles.add('choose')
  }
  // Never calling anything is right in four of twelve cases, and useless.
  const best = chooseStyle(
    scores.filter(({ called }) => called > 0),
    usualStyle(facts),
  )
  const { msPerToken } = reading
  const measured = { ...(digest !== undefined && { digest }), ...(msPerToken !== undefined && { msPerToken }) }
  return { ok: true, value: { scores, best, ...measured } }
}

/** A lead of one call of twelve is chance. */
const CLEAR_LEAD = 4

/** For a small model, all tools by the protocol are far more to read than a line for each. */
function chooseStyle(scores: readonly StyleScore[], usual: CallStyle): CallStyle {
  const best = bestOf(scores)
  const compact = scores.find(({ style }) => style === 'compact')
  const isClose = best && compact && pointsOf(best) - pointsOf(compact) < CLEAR_LEAD
  return usual === 'compact' && isClose ? 'compact' : (best?.style ?? usual)
}

type Subject = TrialSubject & { reading: ModelReading }

async function tryStyle(
  subject: Subject,
  style: CallStyle,
  before: number,
  styles: number,
): Promise<Outcome<StyleScore>> {
  const score: StyleScore = {
    style,
    ...{ asked: 0, picked: 0, fitted: 0, askedForNothing: 0, quiet: 0, called: 0, ms: 0 },
  }
  const { requests = TRIAL_REQUESTS, told } = subject
  let ms = 0
  for (const [at, request] of requests.entries()) {
    await subject.whenIdle(subject.signal)
    const started = performance.now()
    const isFirst = before === 0 && at === 0
    const limit = isFirst ? subject.signal : AbortSignal.any([subject.signal, AbortSignal.timeout(LONGEST_MS)])
    const taken = await ask(subject, style, request, limit)
    if (!taken.ok) return taken
    ms += performance.now() - started
    await count(score, request, taken.value)
    told(before * requests.length + at + 1, styles * requests.length)
  }
  return { ok: true, value: { ...score, ms: Math.round(ms) } }
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

async function ask(
  { met, options, reading, signal: stopping }: Subject,
  style: CallStyle,
  { text }: TrialRequest,
  signal: AbortSignal,
): Promise<Outcome<FirstCall | null>> {
  const { host, model } = met
  const { said, problem } = await askOnce(
    {
      ...{ chat: 'trial', model, system: '', tools: toOllamaTools(TRIAL_TOOLS), history: [], text, signal },
      ...{ ...options.input, style, reading },
    },
    {
      ...{ most: MOST_TOKENS[style], think: options.request.think },
      ask: async (request, maxTokens): Promise<ModelOutcome> => {
        if (isAnswerInWords(request, style)) return { ok: true, answer: emptyAnswer() }
        return askModel(host, { ...options.request, ...request, maxTokens }, { token: () => {} }, signal)
      },
    },
  )
  if (stopping.aborted) return { ok: false, problem: { code: 'STOPPED', message: message('stopped') } }
  if (signal.aborted) return { ok: true, value: null }
  if (problem && !ITS_OWN_FAULT.has(problem.code)) return { ok: false, problem }
  return { ok: true, value: said?.calls?.[0] ?? null }
}

/** In two steps, it chose no tool; its text does not matter here. */
const isAnswerInWords = ({ format, maxTokens }: ModelRequest, style: CallStyle) =>
  style === 'choose' && format === undefined && maxTokens === undefined
