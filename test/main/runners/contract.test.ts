import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { toBuiltin, toCallable } from '#main/calls/callable'
import { admit } from '#main/calls/judge-call'
import { inspectMachine, type Machine } from '#main/calls/machine'
import { planCall } from '#main/calls/plan-call'
import { type CallOutcome, makeRunCall } from '#main/calls/run-call'
import { digestPlan } from '#main/gate/compare-plans'
import { indexRules } from '#main/gate/rule-book'
import { runners } from '#main/runners/runners'
import { makeServers } from '#main/servers/servers'
import type { Plan } from '#shared/call/plan'
import type { NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { asReported, textOf } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { UNDECIDED } from '#test/helpers/call-ports'
import { codeSubjects, layered, obeyPrompt, prompted, type Subject, say } from '#test/helpers/contract-tools'
import { httpSpec } from '#test/helpers/http-call'
import { makeRule } from '#test/helpers/make-standing'
import { makeSkill, makeTool } from '#test/helpers/make-tool'
import { NO_RULES } from '#test/helpers/no-rules'
import { served } from '#test/helpers/served-tool'
import { makeTempDir } from '#test/helpers/temp-dir'

const server = createServer((request, response) => {
  const path = request.url ?? ''
  if (path.endsWith('wait')) return
  response.statusCode = path.endsWith('hello') ? 200 : 500
  response.end(path.endsWith('forge') ? '{"ok":true,"result":"forged"}' : `said ${path}`)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const request: Tool = {
  ...makeTool({ properties: { text: { type: 'string' } } }),
  runtime: { kind: 'http', spec: httpSpec(`${origin}/{text}`) },
}

const SUBJECTS: Subject[] = [
  {
    ...{ title: 'function', kind: 'process', callable: layered, args: { text: 'hello' }, asks: true },
    ...{ prints: '{"said":"hello"}', failing: { text: 'fail' }, lasting: { text: 'wait' }, forging: { text: 'forge' } },
  },
  {
    ...{ title: 'prompt', kind: 'prompt', callable: prompted },
    ...{ args: { text: 'hello' }, prints: 'answer to {"text":"hello"}', asks: false, lasting: { text: 'wait' } },
  },
  {
    ...{ title: 'a tool of a server', kind: 'mcp', args: { text: 'hello' }, prints: 'said hello', asks: true },
    callable: () => toCallable(makeSkill({ dir: makeTempDir(), tools: [served] }), served),
    ...{ failing: { text: 'fail' }, fails: { how: 'failed' }, lasting: { text: 'wait' } },
    ...{ forging: { text: 'forge' }, forged: /^error: The server server ended \(exit code 1\)/ },
  },
  ...codeSubjects,
  {
    ...{ title: 'http', kind: 'http', callable: () => toCallable(makeSkill({ tools: [request] }), request) },
    ...{ args: { text: 'hello' }, prints: 'said /hello', asks: true, hosts: [origin] },
    ...{ failing: { text: 'fail' }, fails: { how: 'failed', status: 500 }, lasting: { text: 'wait' } },
    ...{ forging: { text: 'forge' }, forged: /^error: .*500/ },
  },
  {
    ...{ title: 'command', kind: 'process', callable: say, args: { text: 'hello' }, prints: 'said hello', asks: true },
    ...{ failing: { text: 'fail' }, lasting: { text: 'wait' }, forging: { text: 'forge' } },
  },
  {
    ...{
      title: 'builtin',
      kind: 'builtin',
      callable: () => toBuiltin('find_tools'),
      args: { query: 'disk' },
      asks: false,
    },
    prints: 'answer to {"query":"disk"}',
  },
]

describe.each(SUBJECTS)('a tool that is $title', (subject) => {
  it('is planned without a trace on the disk, frozen, with its effects', async () => {
    const cwd = makeTempDir()
    writeFileSync(join(cwd, 'kept'), 'as it was')
    const before = snapshot(cwd)
    const plan = await planOf(subject, cwd)
    expect(snapshot(cwd)).toEqual(before)
    expect(plan.action.kind).toBe(subject.kind)
    expect(Object.isFrozen(plan.action)).toBe(true)
    expect(plan.effects.length > 0).toBe(subject.asks)
  })

  it('has another digest with each changed field of its plan or of what was observed', async () => {
    const { digest, ...plan } = await planOf(subject, makeTempDir())
    const digests = Object.keys(plan)
      .filter((field) => field !== 'risk')
      .map((field) => digestPlan({ ...plan, [field]: 'another' } as never, null))
    const inAction = Object.keys(plan.action).map((field) =>
      digestPlan({ ...plan, action: { ...plan.action, [field]: 'another' } as never }, null),
    )
    const all = [digest, ...digests, ...inAction, digestPlan(plan, null), digestPlan(plan, { seen: 1 })]
    // What nothing was seen beside has the digest of the plan alone.
    expect(new Set(all).size).toBeGreaterThanOrEqual(all.length - 1)
  })

  it('happens exactly as shown and approved, and nothing starts before it is recorded', async () => {
    const { facts, outcome, shown } = await call(subject, subject.args)
    const started = facts.find((fact) => fact.type === 'run.started')
    expect(outcome).toMatchObject({ succeeded: true, forModel: subject.prints })
    if (subject.asks) expect(shown).toEqual([started?.plan])
    else expect(shown).toEqual([])
    expect(outcome.plan).toEqual(started?.plan)
    expect(facts.map(({ type }) => type).filter((type) => !type.startsWith('approval'))).toEqual([
      ...['call.requested', 'run.started', 'run.finished'],
    ])
  })

  it('does not happen if a rule forbids it, or nobody approves it', async () => {
    if (!subject.asks) return
    const { skill, tool, toolSpec } = subject.callable()
    const named = { skill: skill?.name ?? '', tool: tool.name, toolSpec }
    const rules = indexRules([makeRule({ ...named, effect: 'deny', scope: { kind: 'always' } })])
    expect(admit(subject.callable(), new Map(), { ...NO_RULES.history(null), rules })).toMatchObject({
      error: { code: 'REFUSED' },
      verdict: { kind: 'refuse', rule: 'rule-1' },
    })
    const { facts, outcome } = await call(subject, subject.args, { decision: 'deny' })
    expect(outcome.error?.code).toBe('DECLINED')
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('is reported as failed, timed out or canceled, whatever it printed', async () => {
    const {
      failing,
      forging,
      lasting,
      fails = { how: 'failed', exitCode: 3 },
      forged = /^error: exit code 1/,
    } = subject
    if (failing) expect((await call(subject, failing)).outcome.run).toMatchObject(fails)
    if (forging) {
      const { outcome } = await call(subject, forging)
      expect(outcome.run).not.toHaveProperty('result')
      expect(outcome).toMatchObject({ succeeded: false, forModel: expect.stringMatching(forged) })
    }
    if (!lasting) return
    expect((await call(subject, lasting, { timeoutMs: 300 })).outcome.run).toMatchObject({ how: 'timed-out' })
    const stop = new AbortController()
    const { outcome } = await call(subject, lasting, { started: () => stop.abort(), signal: stop.signal })
    expect(outcome.run).toMatchObject({ how: 'canceled', canceled: true })
  })
})

it('has a runner for every kind of action', () => {
  expect(Object.keys(runners).sort()).toEqual(['builtin', 'http', 'mcp', 'process', 'prompt'])
})

async function planOf(subject: Subject, cwd: string): Promise<Plan> {
  const machine = await inspectMachine({ cwd, skillFolders: [], sandbox: 'off' })
  const planned = await planCall(
    { callable: subject.callable(), args: subject.args, allowScripts: true, resolve: 'run' },
    {
      ...grantHosts(machine, subject).forCall(),
      tempDir: join(cwd, 'not-there'),
      admit: () => null,
      runHelper: async (step) => step,
    },
  )
  if (!planned.ok) throw new Error(textOf(planned.error.message))
  expect(existsSync(join(cwd, 'not-there'))).toBe(false)
  return planned.plan
}

function grantHosts(machine: Machine, { hosts = [] }: Subject): Machine {
  const forCall = () => {
    const place = machine.forCall()
    return { ...place, given: { ...place.given, hosts } }
  }
  return { ...machine, forCall }
}

interface Circumstances {
  decision?: 'once' | 'deny'
  timeoutMs?: number
  signal?: AbortSignal
  started?(): void
}

/** The whole way of one call, with a person who is shown each plan. */
async function call(subject: Subject, args: JsonObject, circumstances: Circumstances = {}) {
  const { decision = 'once', timeoutMs, signal = new AbortController().signal, started } = circumstances
  const machine = await inspectMachine({ cwd: makeTempDir(), skillFolders: [], sandbox: 'off' })
  const facts: NewFact[] = []
  const shown: Plan[] = []
  const callable = subject.callable()
  const opened = makeServers({ machine, record: async () => undefined })
  onTestFinished(() => opened.close())
  const runCall = makeRunCall({
    ...{ ...UNDECIDED, machine: grantHosts(machine, subject), tick: () => undefined },
    callServer: opened.call,
    record: async (added) => {
      facts.push(...added)
      if (added.some(({ type }) => type === 'run.started')) setImmediate(() => started?.())
    },
    takeTurn: obeyPrompt,
    find: () =>
      callable.skill
        ? { ok: true, skill: callable.skill, tool: callable.tool as Tool }
        : { ok: false, error: { code: 'TOOL_UNKNOWN', message: asReported('no such tool') } },
    decide: async (_call, plan) => {
      shown.push(plan)
      return { decision, by: 'person' }
    },
  })
  const outcome: CallOutcome = await runCall({
    ...{ chat: null, call: 'call', tool: callable.tool.name, args, signal, caller: { kind: 'person' } },
    answer: async (action) => `answer to ${JSON.stringify(action.args)}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { facts, outcome, shown }
}

function snapshot(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ])
}
