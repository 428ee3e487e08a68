import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Core, CoreOptions } from '#main/open-core'
import { makeRequests } from '#main/requests/requests'
import type { Fact } from '#shared/facts'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

type ServedOptions = Partial<CoreOptions> & { ollama?: FakeOllama }

export interface ServedCore extends TestCore {
  home: string
  ollama: FakeOllama
  /** What is on record is opened once more, after the core was closed. */
  openAgain(): Promise<TestCore>
}

/** A core that asks a scripted server. Both are closed when the running test has finished. */
export async function openServedCore({ ollama: known, ...more }: ServedOptions = {}): Promise<ServedCore> {
  const ollama = known ?? (await startFakeOllama())
  const home = more.home ?? makeTempDir()
  let opened = await openTestCore({ ...more, home })
  onTestFinished(async () => {
    await opened.core.close()
    if (!known) await ollama.close()
  })
  await opened.core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  const openAgain = async () => {
    opened = await openTestCore({ ...more, home })
    return opened
  }
  return { ...opened, home, ollama, openAgain }
}

export interface OpenChat {
  core: Core
  home: string
  ollama: FakeOllama
  handlers: ReturnType<typeof makeRequests>
  facts: Fact[]
  chat: string
  /** Resolves once the turn has ended. */
  ask(text: string): Promise<void>
  /** The names that this request offered. */
  offered(request: number): string[]
  /** What the model read of its calls, in order. */
  results(): string[]
}

/** A chat with a scripted server, and the window's calls. Every call is approved. */
export async function openChat(options: ServedOptions = {}): Promise<OpenChat> {
  const decide: CoreOptions['decide'] = async () => ({ decision: 'once', by: 'person' })
  const { core, facts, next, home, ollama } = await openServedCore({ decide, ...options })
  const chat = await core.chats.create()
  const window = { confirm: async () => true, setTheme: () => {}, describe: () => ({ version: '0', platform: 'test' }) }
  return {
    ...{ core, home, ollama, facts, chat },
    handlers: makeRequests(core, window as unknown as Parameters<typeof makeRequests>[1]),
    ask: async (text) => {
      const finished = next('turn.finished')
      await core.chats.send(chat, text)
      await finished
      await core.chats.settled(chat)
    },
    offered: (request) => {
      const tools = (ollama.requests[request]?.tools ?? []) as { function: { name: string } }[]
      return tools.map((tool) => tool.function.name)
    },
    results: () =>
      facts.flatMap((fact) => (fact.type === 'message.added' && fact.role === 'tool' ? [fact.content] : [])),
  }
}

/** What /api/show says of every model. */
export function describeModels(ollama: FakeOllama, capabilities: string[], contextLength = 32_768): void {
  const info = { 'general.architecture': 'tiny', 'tiny.context_length': contextLength }
  ollama.answer('/api/show', { status: 200, body: JSON.stringify({ capabilities, details: {}, model_info: info }) })
}

export const callOf = (core: Core, chat: string | null, tool: string, args: unknown = {}) =>
  core.runCall({
    caller: { kind: 'model', from: 'protocol' },
    chat,
    call: randomUUID(),
    tool,
    args,
    signal: new AbortController().signal,
  })
