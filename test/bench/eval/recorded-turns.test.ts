import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ScriptedReply, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { evaluate } from '../../../bench/eval/main.ts'
import type { TaskResult } from '../../../bench/eval/run-tasks.ts'

const FIXTURE = join(import.meta.dirname, '..', '..', 'fixtures', 'recorded-turns.json')
/** What the model replied in turns that got their task done, by request. */
const { turns } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { turns: Record<string, string[]> }
const KINDS = 'single,arguments,talk,pairs,german,held-out,newest,further,once,last,extra'

it('what a real model once replied still gets every task done that it got done', { timeout: 240_000 }, async () => {
  const left = new Map(Object.entries(turns).map(([request, replies]) => [request, [...replies]]))
  const next = ({ messages }: Record<string, unknown>): ScriptedReply => {
    const texts = (messages as { role: string; content: string }[]).filter(({ role }) => role === 'user')
    const request = [...left.keys()].find((one) => texts.some(({ content }) => content.includes(one)))
    return say((request && left.get(request)?.shift()) || 'No.')
  }
  const ollama = await startFakeOllama()
  try {
    const shown = { capabilities: ['completion', 'tools'], model_info: { 'tiny.context_length': 32_768 } }
    const details = { family: 'tiny', parameter_size: '1.5B', quantization_level: 'Q4' }
    ollama.answer('/api/show', { status: 200, body: JSON.stringify({ ...shown, details }) })
    ollama.answer('/api/chat', next)
    const file = join(makeTempDir(), 'results.json')
    const args = ['--model', 'tiny:1b', '--host', ollama.host, '--ways', 'compact', '--suite', KINDS, '--json', file]
    const quiet = { out: () => {}, progress: () => {} }
    expect(await evaluate(args, new AbortController().signal, quiet)).toBe(0)
    const { results } = JSON.parse(readFileSync(file, 'utf8')) as { results: TaskResult[] }
    const recorded = results.filter(({ request }) => Object.hasOwn(turns, request))
    expect(recorded).toHaveLength(Object.keys(turns).length)
    expect(recorded.flatMap(({ request, done, why }) => (done ? [] : `${request}: ${why}`))).toEqual([])
    expect([...left].flatMap(([request, replies]) => (replies.length > 0 ? request : []))).toEqual([])
  } finally {
    await ollama.close()
  }
})
