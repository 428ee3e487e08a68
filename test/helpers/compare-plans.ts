import fc from 'fast-check'
import type { JsonObject } from '#shared/json'
import type { Tool } from '#shared/skill/tool'
import type { WrittenCase } from '#test/helpers/args-oracle'
import { type Foretold, foretell } from '#test/helpers/argv-oracle'
import { makeExecution, makeRequest, makeSkill, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'
import { callArguments, world, writtenTool } from '#test/helpers/plan-cases'

const scripts = Object.keys(world.scripts).map((name) => ({ name, file: `scripts/${name}.sh`, sha256: 'b'.repeat(64) }))
const skill = makeSkill({ scripts })
const surroundings = makeSurroundings({
  runHelper: async ({ argv, value: given }) => {
    const printed = world.scripts[(argv[1] ?? '').slice('/skills/test/scripts/'.length, -'.sh'.length)]?.(given) ?? null
    return printed === null ? { outcome: 'failed', value: given } : { outcome: 'resolved', value: printed }
  },
})

export function readCase(written: WrittenCase): Tool {
  return makeTool({ ...written, executions: written.entries.map(makeExecution) })
}

/** Plans one call, compares it with what the rules foretell, and gives the first difference or null. */
export async function findDifference(written: WrittenCase, tool: Tool, args: unknown): Promise<string | null> {
  const planned = await planCall(makeRequest(tool, args, { skill, allowScripts: world.allowScripts }), surroundings)
  return compare(planned, foretell(written, args, world)) ?? findUnannounced(planned)
}

function compare(planned: Awaited<ReturnType<typeof planCall>>, foretold: Foretold): string | null {
  if ('refused' in foretold || !planned.ok) {
    const got = planned.ok ? `the plan ${JSON.stringify(planned.plan.action.argv)}` : planned.error.code
    const wanted = 'refused' in foretold ? foretold.refused : [`the plan ${JSON.stringify(foretold.argv)}`]
    return wanted.includes(got) ? null : `got ${got}, foretold ${wanted.join(' or ')}`
  }
  const { plan } = planned
  const paths = new Set(plan.action.tempFiles.map(({ path }) => path))
  const got = {
    argv: plan.action.argv.map((element) => (paths.has(element) ? '(file)' : element)),
    ...{
      origin: plan.action.origin,
      stdin: plan.action.stdin,
      cwd: plan.action.cwd === '/projects' ? null : plan.action.cwd,
    },
    files: plan.action.tempFiles.map(({ content }) => content),
    coerced: plan.coercions.map(({ param }) => param),
  }
  const [left, right] = [got, foretold].map((each) => JSON.stringify(Object.entries(each).sort())) as [string, string]
  return left === right ? null : `got ${left}, foretold ${right}`
}

/** No element that looks like an option comes from the model or a resolver without a remark. */
function findUnannounced(planned: Awaited<ReturnType<typeof planCall>>): string | null {
  if (!planned.ok) return null
  const { action, notes } = planned.plan
  const { argv, origin } = action
  const silent = argv.findIndex(
    (element, index) =>
      element.startsWith('-') && origin[index] !== 'skill' && !notes.some((note) => note.element === index),
  )
  return silent < 0 ? null : `element ${silent} of ${JSON.stringify(argv)} looks like an option, and nothing says so`
}

/** Plans `count` calls over generated tools and arguments. Throws with the seed at the first difference. */
export async function compareWithOracle(count: number, seed: number): Promise<void> {
  const perTool = 50
  const cases = writtenTool.chain((written) => {
    const properties = written.properties as Record<string, JsonObject>
    return fc.tuple(
      fc.constant(written),
      fc.array(callArguments(properties), { minLength: perTool, maxLength: perTool }),
    )
  })
  const property = fc.asyncProperty(cases, async ([written, calls]) => {
    const tool = readCase(written)
    for (const args of calls) {
      const difference = await findDifference(written, tool, args)
      if (difference !== null) throw new Error(`${difference}\n for ${JSON.stringify(args)}`)
    }
  })
  await fc.assert(property, { numRuns: Math.ceil(count / perTool), seed })
}
