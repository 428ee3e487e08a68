import type { ProposedCall, TurnPorts } from '#main/agent/ports'
import type { TurnInput } from '#main/agent/turn'
import { isBuiltin } from '#shared/call/builtins'
import type { Fact, NewFact, Tick } from '#shared/facts'
import { isObject } from '#shared/json'
import { asReported } from '#shared/messages/message'
import type { ModelAnswer, ModelOutcome, ModelProblemCode, ModelRequest, ToolDefinition } from '#shared/model/model'

export interface World {
  ports: TurnPorts
  facts: NewFact[]
  requests: ModelRequest[]
  /** Names of the tools that ran, in the order they started. */
  ran: string[]
  ticks: Tick[]
}

/** Ports that answer from a script and keep what they were asked. */
export function makeWorld(script: (ModelOutcome | ((request: ModelRequest) => ModelOutcome))[]): World {
  const facts: NewFact[] = []
  const requests: ModelRequest[] = []
  const ran: string[] = []
  const ticks: Tick[] = []
  let ids = 0
  const ports: TurnPorts = {
    publish: async (...added) => void facts.push(...added),
    tick: (tick) => void ticks.push(tick),
    askModel: async (request) => {
      requests.push(structuredClone(request))
      const next = script.shift() ?? answer({ content: 'The script has ended.' })
      return typeof next === 'function' ? next(request) : next
    },
    runCall: async ({ tool, args, answer }) => {
      if (isBuiltin(tool)) return { text: await answer(tool, isObject(args) ? args : {}) }
      ran.push(tool)
      return { text: `result of ${tool}` }
    },
    readWhole: async () => null,
    newId: () => `call${ids++}`,
    now: () => 0,
  }
  return { ports, facts, requests, ran, ticks }
}

/** The calls as they reach the core, from now on. */
export function keepProposed({ ports }: World): ProposedCall[] {
  const kept: ProposedCall[] = []
  const { runCall } = ports
  ports.runCall = (proposed) => {
    const { answer: _, ...call } = proposed
    kept.push(call)
    return runCall(proposed)
  }
  return kept
}

export function makeInput(changes: Partial<TurnInput> = {}): TurnInput {
  return {
    chat: 'c',
    turn: 't',
    model: 'tiny:1b',
    system: 'Be brief.',
    tools: offer('uptime', 'disk', 'weather'),
    history: [],
    text: 'How long is it up?',
    signal: new AbortController().signal,
    ...changes,
  }
}

export function offer(...names: string[]): ToolDefinition[] {
  return names.map((name) => ({
    type: 'function',
    function: { name, description: `Tells the ${name}.`, parameters: { type: 'object', properties: {} } },
  }))
}

export const call = (tool: string, args: unknown = {}) => ({ tool, args })

export const bare = (parts: Partial<ModelAnswer>): ModelAnswer => ({
  content: '',
  thinking: '',
  calls: [],
  wasCut: false,
  promptTokens: 0,
  outputTokens: 0,
  ...parts,
})

export const answer = (parts: Partial<ModelAnswer>): ModelOutcome => ({ ok: true, answer: bare(parts) })

export const problem = (code: ModelProblemCode, said: Partial<ModelAnswer> = {}): ModelOutcome => ({
  ok: false,
  problem: { code, message: asReported(`the problem is ${code}`) },
  said: bare(said),
})

let seq = 0
export const fact = (body: NewFact): Fact => ({ ...body, seq: ++seq, at: '2026-01-01T00:00:00.000Z' })
