import type { Origin, Plan, Risk, Verdict } from '#shared/call/plan'
import type { Fact, FactBody, RunFinished, TurnFinished, TurnStats } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { type FlatPlan, makePlan } from '#test/helpers/make-plan'

const hash = (seed: string) =>
  Array.from({ length: 64 }, (_, at) => ((seed.charCodeAt(at % seed.length) * (at + 7)) % 16).toString(16)).join('')

/** As main gives it to every program. */
const ENV = [
  'GIT_CONFIG_COUNT',
  ...[0, 1, 2, 3, 4].map((at) => `GIT_CONFIG_KEY_${at}`),
  'GIT_CONFIG_NOSYSTEM',
  ...[0, 1, 2, 3, 4].map((at) => `GIT_CONFIG_VALUE_${at}`),
  ...['GIT_EDITOR', 'GIT_PAGER', 'GIT_TERMINAL_PROMPT', 'HOME', 'LANG', 'PAGER', 'PATH', 'SSH_ASKPASS_REQUIRE', 'TERM'],
]
const ORIGINS: Record<string, Origin> = { s: 'skill', m: 'model', r: 'resolver' }

export const unknown = (command: string): Risk => ({
  class: 'C',
  reasons: [message('risk-may-change', { name: command })],
})

/** A plan of these elements; `origins` says in one letter each where they come from. */
export function plan(tool: string, origins: string, argv: string[], more: Partial<FlatPlan> = {}): Plan {
  const [name = ''] = argv
  return makePlan({
    tool,
    skill: 'disk-care',
    skillHash: hash('disk-care'),
    argv,
    origin: [...origins].map((letter) => ORIGINS[letter] ?? 'skill'),
    binary: { name, path: `/usr/bin/${name}` },
    cwd: '/home/you',
    env: ENV,
    stdin: null,
    tempFiles: [],
    timeoutMs: 120_000,
    resolvers: [],
    coercions: [],
    notes: [],
    sandbox: 'none',
    risk: { class: 'B', reasons: [message('risk-reads-only')] },
    digest: hash(argv.join(' ')),
    ...more,
  })
}

export interface Story {
  facts: Fact[]
  add(body: FactBody, after?: number): Story
  open(title: string): Story
  ask(content: string): Story
  say(content: string, thinking?: string): Story
  call(call: string, tool: string, args: JsonObject): Story
  approve(call: string, plan: Plan, verdict?: Verdict): Story
  answer(call: string, plan: Plan, decision: 'once' | 'deny', note?: string): Story
  run(call: string, plan: Plan): Story
  finish(call: string, result?: Partial<RunFinished>): Story
  /** Called, approved, run, over. */
  ran(call: string, tool: string, args: JsonObject, plan: Plan, result?: Partial<RunFinished>): Story
  end(reason?: TurnFinished['reason'], stats?: Partial<TurnStats>, error?: TurnFinished['error']): Story
}

/** Facts of one chat, in the order they would be recorded. */
export function tell(chat: string, start: number, firstSeq = 1): Story {
  const facts: Fact[] = []
  let seq = firstSeq
  let at = start
  let turn = ''
  const story: Story = {
    facts,
    add(body, after = 40) {
      at += after
      facts.push({ ...body, seq: seq++, at: new Date(at).toISOString(), chat })
      return story
    },
    open: (title) => story.add({ type: 'chat.created', title, model: 'qwen3:4b' }),
    ask(content) {
      turn = `turn-${seq}`
      story.add({ type: 'turn.started', turn, model: 'qwen3:4b' }, 900)
      return story.add({ type: 'message.added', role: 'user', content })
    },
    say: (content, thinking) =>
      story.add({ type: 'message.added', role: 'assistant', content, ...(thinking && { thinking }) }, 1800),
    call: (call, tool, args) => story.add({ type: 'call.requested', call, tool, args }),
    approve: (call, plan, verdict = asksFirst(plan)) =>
      story.add({ type: 'approval.asked', call, digest: plan.digest, plan, verdict }),
    answer: (call, { digest }, decision, note) =>
      story.add({ type: 'approval.answered', call, digest, decision, by: 'person', ...(note && { note }) }, 3400),
    run: (call, plan) => story.add({ type: 'run.started', call, run: `run-${call}`, plan }),
    finish: (call, result = {}) => story.add({ ...finished(call), ...result }, result.ms ?? 21),
    ran: (call, tool, args, plan, result) =>
      story.call(call, tool, args).approve(call, plan).answer(call, plan, 'once').run(call, plan).finish(call, result),
    end: (reason = 'answered', stats = {}, error) =>
      story.add({ type: 'turn.finished', turn, reason, ...(error && { error }), stats: { ...STATS, ...stats } }),
  }
  return story
}

function asksFirst({ risk }: Plan): Verdict {
  const [reason = '', ...more] = risk.reasons
  return { kind: 'ask', reason, ...(more.length > 0 && { more }), class: risk.class }
}

const STATS: TurnStats = { rounds: 2, calls: 1, promptTokens: 1210, outputTokens: 184, ms: 6200 }

function finished(call: string): RunFinished {
  return {
    type: 'run.finished',
    call,
    run: `run-${call}`,
    exitCode: 0,
    signal: null,
    timedOut: false,
    canceled: false,
    truncated: false,
    ms: 21,
    stdoutBytes: 312,
    stderrBytes: 0,
    survivors: [],
    forModel: '…',
    stdoutSha256: hash(call),
    stderrSha256: hash('none'),
  }
}
