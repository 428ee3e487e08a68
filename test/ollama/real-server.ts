import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { vi } from 'vitest'
import { askModel } from '#main/models/ollama/chat'
import { listModels } from '#main/models/ollama/models'
import type { ModelRequest, ToolDefinition } from '#shared/model/model'

const { SKILLET_TEST_OLLAMA, SKILLET_TEST_MODEL, SKILLET_TEST_OLLAMA_PROGRAM, SKILLET_TEST_OLLAMA_STORE } = process.env
const { SKILLET_TEST_MODELS = '' } = process.env
if (!SKILLET_TEST_OLLAMA) throw new Error('SKILLET_TEST_OLLAMA names no server; run these tests by npm run test:ollama')

export const host = SKILLET_TEST_OLLAMA
export const model = SKILLET_TEST_MODEL ?? 'smollm2'
/** The test models that it has. */
export const models = SKILLET_TEST_MODELS.split(',')
/** The server and the test models are ours: it may be killed, and they may be deleted. */
export const isOurs = Boolean(SKILLET_TEST_OLLAMA_PROGRAM)

export const uptime: ToolDefinition = {
  type: 'function',
  function: {
    name: 'uptime',
    description: 'How long a host has been up.',
    parameters: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] },
  },
}

export function ask(
  request: Partial<ModelRequest>,
  { token = () => undefined, at = host }: { token?: (text: string) => void; at?: string } = {},
  signal = new AbortController().signal,
) {
  const messages: ModelRequest['messages'] = [{ role: 'user', content: 'Say hello.' }]
  const whole = { model, messages, tools: [], maxTokens: 30, temperature: 0, numCtx: 2048, ...request }
  return askModel(at, whole, { token }, signal)
}

/** A server of the test's own on a port, over the same store. */
export async function startServer(
  port: number,
  more: Record<string, string> = {},
): Promise<{ at: string; kill(): Promise<void> }> {
  const at = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: `${SKILLET_TEST_OLLAMA_STORE}/..`,
    OLLAMA_HOST: at,
    OLLAMA_MODELS: SKILLET_TEST_OLLAMA_STORE,
    OLLAMA_NOPRUNE: '1',
    ...more,
  }
  const server = spawn(SKILLET_TEST_OLLAMA_PROGRAM ?? '', ['serve'], { env, stdio: 'ignore', detached: true })
  const ready = async () => {
    const { state } = await listModels(at)
    if (state !== 'ready') throw new Error(`${at} is ${state}`)
  }
  await vi.waitFor(ready, { timeout: 60_000, interval: 50 })
  return { at, kill: () => killGroup(server) }
}

async function killGroup(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  process.kill(-(server.pid ?? 0), 'SIGKILL')
  await gone
}

export async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
