import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { evaluate } from '../../bench/eval/main.ts'
import type { TaskResult } from '../../bench/eval/run-tasks.ts'
import { host, isOurs, model } from './real-server.ts'

const MINUTES = 10
const folder = mkdtempSync(join(tmpdir(), 'skillet-eval-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function measure(name: string, ...more: string[]) {
  const said: string[] = []
  const json = join(folder, 'results.json')
  const prints = { out: (text: string) => said.push(text), progress: (text: string) => said.push(text) }
  const few = ['--skills', 'system', '--limit', '4', '--max-tokens', '64', '--task-seconds', '45']
  const args = ['--model', name, '--host', host, '--json', json, ...few, ...more]
  const exit = await evaluate(args, new AbortController().signal, prints)
  console.log(said.join('\n'))
  return { exit, text: said.join('\n'), results: (): TaskResult[] => JSON.parse(readFileSync(json, 'utf8')).results }
}

it.each(isOurs ? ['smollm2', 'smollm2-json'] : [model])(
  'measures a handful of tasks on %s next to a plain client, and every call our turn runs fits its schema',
  async (name) => {
    const { exit, text, results } = await measure(name, '--ways', 'plain,turn')
    expect(exit).toBe(0)
    for (const way of ['plain', 'turn']) expect(results().filter((each) => each.way === way)).toHaveLength(4)
    for (const { way, executed, valid } of results()) if (way === 'turn') expect(valid).toBe(executed)
    expect(text).toContain('our turn')
  },
  MINUTES * 60_000,
)

it('names a missing model together with the existing ones', async () => {
  const { exit, text } = await measure('not-there')
  expect(exit).toBe(5)
  expect(text).toContain('not-there')
  expect(text).toContain(model)
})
