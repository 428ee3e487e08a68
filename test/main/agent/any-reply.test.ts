import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { replay, shippedTools } from './replay.ts'

const ODD = [
  '',
  ' ',
  '.',
  '"',
  '<result 1>',
  '*.md',
  'a.txt',
  'docs/img/',
  'main',
  'HEAD~1',
  '?!',
  '7',
  'x'.repeat(500),
]
const REQUESTS = [
  'show me the 5 newest files in the folder docs/img',
  "what's in a.txt? the branch main, please",
  'wie viele Zeilen hat a.txt im Ordner docs?',
  'thanks!',
  '',
  '"" \' ( [ {',
]

const tools = toOllamaTools(shippedTools).map((tool) => tool.function)
const name = fc.oneof(
  fc.constantFrom(...tools.map((tool) => tool.name)),
  fc.constantFrom('git_staged', 'files_', '_', '', 'use_tool', 'find_tools', 'read_output'),
)
const params = [...new Set(tools.flatMap(({ parameters }) => Object.keys(Object(parameters.properties))))]
const value = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 1 }))
const args = fc.dictionary(fc.oneof(fc.constantFrom(...params), fc.constantFrom('', 'branch', 'x')), value, {
  maxKeys: 4,
})
const call = fc.record({ name, arguments: args }).map((one) => JSON.stringify(one))
const reply = fc.oneof(
  fc.array(call, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  fc.tuple(fc.constantFrom(...ODD, 'Call git_log.', '```json\n'), call).map((parts) => parts.join(' ')),
  fc.constantFrom(...ODD),
)

it('a turn ends, whatever a small model replies to whatever request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...REQUESTS),
      fc.array(reply, { minLength: 1, maxLength: 6 }),
      async (text, replies) => {
        const { reason, world } = await replay(text, ...replies, 'Done.')
        expect(reason).toBeDefined()
        expect(world.facts.at(-1)?.type).toBe('turn.finished')
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)
