import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { makeHandlers } from '#main/handlers/handlers'
import type { Core, CoreOptions } from '#main/open-core'
import type { Fact } from '#shared/facts'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

export interface OpenChat {
  core: Core
  home: string
  ollama: FakeOllama
  handlers: ReturnType<typeof makeHandlers>
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
export async function openChat(options: Partial<CoreOptions> & { ollama?: FakeOllama } = {}): Promise<OpenChat> {
  const { ollama: known, ...more } = options
  const ollama = known ?? (await startFakeOllama())
  const home = more.home ?? makeTempDir()
  const decide: CoreOptions['decide'] = async () => ({ decision: 'once', by: 'person' })
  const { core, facts, next } = await openTestCore({ decide, ...more, home })
  onTestFinished(async () => {
    await core.close()
    if (!known) await ollama.close()
  })
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  const chat = await core.chats.create()
  const window = { confirm: async () => true, setTheme: () => {}, describe: () => ({ version: '0', platform: 'test' }) }
  return {
    ...{ core, home, ollama, facts, chat },
    handlers: makeHandlers(core, window as unknown as Parameters<typeof makeHandlers>[1]),
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
  core.dispatch({ chat, call: randomUUID(), tool, args, signal: new AbortController().signal })
