import { describe, expect, it } from 'vitest'
import type { TurnPorts } from '#main/agent/ports'
import { runTurn } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import type { NewFact } from '#shared/facts'
import type { ModelOutcome, ModelRequest, ToolDefinition } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import { host, isOurs, model } from './real-server.ts'

const signal = new AbortController().signal
const isLong = Boolean(process.env.SKILLET_FIGURES)
const only = (parameter: string) => ({
  type: 'object' as const,
  properties: { [parameter]: { type: 'string' } },
  required: [parameter],
})

const tools: ToolDefinition[] = [
  define('list_folder', 'List the files in a folder.', 'path'),
  define('read_mail', 'Read the newest mail in the inbox.', 'from'),
  define('show_weather', 'Tell the weather forecast of a city.', 'city'),
  define('measure_memory', 'Show how much memory of this computer is in use.', 'unit'),
]

const WANTED: [request: string, tool: string][] = [
  ['What files are in my Downloads folder?', 'list_folder'],
  ['Will it rain in Oslo tomorrow?', 'show_weather'],
  ['How much memory is free?', 'measure_memory'],
  ['Did Anna write to me?', 'read_mail'],
  ['Show what is in /tmp', 'list_folder'],
  ['Is it cold in Madrid?', 'show_weather'],
  ['Is the RAM full?', 'measure_memory'],
  ['Any new mail?', 'read_mail'],
  ['Which documents are in the folder reports?', 'list_folder'],
  ['What is the forecast for Berlin?', 'show_weather'],
  ['Which share of memory is in use?', 'measure_memory'],
  ['Read me the latest message in my inbox', 'read_mail'],
  ['List the pictures in Photos', 'list_folder'],
  ['Do I need an umbrella in London?', 'show_weather'],
  ['My computer is slow, is memory short?', 'measure_memory'],
  ['What did the bank mail me?', 'read_mail'],
  ['Look into the music directory', 'list_folder'],
  ['How warm will it be in Rome?', 'show_weather'],
  ['Tell me the memory usage', 'measure_memory'],
  ['Has the shop sent a mail?', 'read_mail'],
  ['What have I saved on the desktop?', 'list_folder'],
  ['The weather in Paris, please', 'show_weather'],
  ['How many gigabytes of memory are used?', 'measure_memory'],
  ['Check the inbox', 'read_mail'],
]

const UNWANTED = [
  ...['Hello!', 'Thank you, that helped.', 'Who painted the Mona Lisa?', 'Tell me a joke.', 'What is 12 times 12?'],
  ...['Write a haiku about spring.', 'Why do cats purr?', 'Translate good evening into French.', 'Never mind.'],
  ...['How do I boil an egg?', 'What does ubiquitous mean?', 'Are you a human?', 'Suggest a name for a boat.'],
  ...['Who was Napoleon?', 'Explain gravity in one line.', 'Is five a prime number?', 'Say something nice.'],
  ...['Which is longer, a mile or a kilometre?', 'What rhymes with orange?', 'Good night.'],
].map((request): [string, null] => [request, null])

describe.skipIf(!isOurs)('a real model without tools', () => {
  it('chooses and fills in a call that fits its schema, and then answers in words', async () => {
    const facts: NewFact[] = []
    const calls: unknown[] = []
    const ports = makePorts((request, onToken) => {
      const { maxTokens = 40 } = request
      return askModel(host, { ...request, maxTokens: Math.min(maxTokens, 60) }, { token: onToken }, signal)
    })
    ports.publish = async (...added) => void facts.push(...added)
    ports.runCall = async ({ tool, args, recoveredFrom }) => {
      calls.push({ tool, args, recoveredFrom })
      return { text: '2 GB of 8 GB are in use' }
    }
    const how = await runTurn(input('How much memory is in use?'), ports)
    expect(calls[0]).toEqual({
      tool: 'measure_memory',
      args: { unit: expect.any(String) },
      recoveredFrom: 'structured',
    })
    expect(['answered', 'length']).toContain(how)
    expect(facts.findLast(({ type }) => type === 'message.added')).toMatchObject({ role: 'assistant' })
  })

  it('chooses between tools: how often it is right by scores and by written lines', {
    timeout: 3_600_000,
  }, async () => {
    const wanted = isLong ? WANTED : WANTED.slice(0, 2)
    const unwanted = isLong ? UNWANTED : UNWANTED.slice(0, 2)
    const names = tools.map((tool) => tool.function.name)
    for (const style of ['choose', 'compact'] as const) {
      const count = async (cases: [string, string | null][]) => {
        let right = 0
        for (const [request, tool] of cases) {
          const chosen = await chosenFor(request, style)
          if (style === 'choose') expect([null, ...names]).toContain(chosen)
          if (chosen === tool) right++
        }
        return right
      }
      const [tool, none] = [await count(wanted), await count(unwanted)]
      console.error(`${style}: ${tool} of ${wanted.length} tools, ${none} of ${unwanted.length} without one`)
    }
  })
})

/** The tool that is chosen; nothing is filled in and nothing answered. */
async function chosenFor(text: string, style: CallStyle): Promise<string | null> {
  let chosen: string | null = null
  const ports = makePorts(async (request) => {
    if (request.logprobs) return ask(request)
    if (style === 'choose') return say(request.format ? '{}' : 'Done.')
    return ask({ ...request, maxTokens: 48 })
  })
  ports.runCall = async ({ tool }) => {
    chosen = tool
    return { text: 'done' }
  }
  await runTurn({ ...input(text), style, maxRounds: 1 }, ports)
  return chosen
}

const ask = (request: ModelRequest) => askModel(host, request, { token: () => undefined }, signal)

const say = (content: string): ModelOutcome => ({
  ok: true,
  answer: { content, thinking: '', calls: [], wasCut: false, promptTokens: 0, outputTokens: 0 },
})

function define(name: string, description: string, parameter: string): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: only(parameter) } }
}

const input = (text: string) => ({
  ...{ chat: 'c', turn: 't', model, system: '', tools, history: [], text, signal },
  ...{ style: 'choose' as const, capabilities: ['completion'], contextLength: 4096 },
})

let ids = 0
function makePorts(asked: TurnPorts['askModel']): TurnPorts {
  return {
    publish: async () => undefined,
    tick: () => undefined,
    askModel: asked,
    runCall: async () => ({ text: 'done' }),
    readWhole: async () => null,
    newId: () => `call${ids++}`,
    now: () => performance.now(),
  }
}
