import { textOf } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { compareWithOracle } from '#test/helpers/compare-plans'
import { makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'
import { median, printTable, type Report } from './report.ts'

const CALLS = 20_000
const FUZZED = 100_000

/** Like most tools: four parameters, two of them given, one checked by a pattern. */
const tool: Tool = makeTool({
  ...{ binary: 'git', subcommand: 'log', required: ['path'] },
  args: [
    { param: 'path' },
    { param: 'count', kind: 'flag', flag: '-n' },
    { param: 'author', kind: 'flag' },
    { param: 'oneline', kind: 'flagifboolean', flagIfTrue: '--oneline' },
  ],
  properties: {
    path: { type: 'string', description: 'Which file.', pattern: '^[^~]' },
    count: { type: 'integer', minimum: 1, maximum: 1000 },
    author: { type: 'string', maxLength: 200 },
    oneline: { type: 'boolean' },
  },
})

const env = Object.fromEntries(
  'HOME LANG LC_ALL TZ PATH TERM PAGER GIT_PAGER GIT_EDITOR GIT_TERMINAL_PROMPT TMPDIR'
    .split(' ')
    .map((name) => [name, `value of ${name}`]),
)

async function measureOne(): Promise<number> {
  const surroundings = makeSurroundings({ env })
  const times: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const args = { path: `src/file-${index}.ts`, count: 5, oneline: true }
    const started = process.hrtime.bigint()
    const planned = await planCall(makeRequest(tool, args), surroundings)
    times.push(Number(process.hrtime.bigint() - started) / 1000)
    if (!planned.ok) throw new Error(textOf(planned.error.message))
  }
  return median(times)
}

async function countDifferences(seed: number): Promise<number> {
  try {
    await compareWithOracle(FUZZED, seed)
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

/** What planning one call costs, and whether many generated calls are planned as a second model of the rules foretells. */
export async function run(): Promise<Report> {
  const one = await measureOne()
  const seed = Number(process.env.SKILLET_SEED ?? Date.now() % 2 ** 31)
  const startedAt = performance.now()
  const differences = await countDifferences(seed)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    name: `Planning (seed ${seed})`,
    rows: [
      { name: `one call without resolvers, median of ${CALLS}`, value: one, unit: 'µs', goal: 50 },
      { name: `${FUZZED} fuzzed calls: differences from the second model`, value: differences, unit: '', goal: 0 },
      { name: 'the fuzzed calls took', value: seconds, unit: 's' },
    ],
  }
}

if (import.meta.main) printTable(await run())
