import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callIn, callTool, example, makeProject, readProject } from '#test/helpers/rye-project'

const head = "export const __executor_id__ = 'node'\nexport const __tool_type__ = 'javascript'\n"
const common = '/** @executor_id node\n * @tool_type javascript */\n'

describe('a Rye tool of JavaScript', () => {
  it.each([
    [
      'execute with its parameters and the project',
      't.mjs',
      `${head}export const execute = (p, dir) => [p.a, dir !== '']`,
    ],
    ['an async default export', 't.js', `${head}export default async (p) => [p.a, true]`],
    ['main', 't.mjs', `${head}export function main(p) { return [p.a, true] }`],
    ['execute of CommonJS', 't.cjs', `${common}module.exports = { execute: (p) => [p.a, true] }`],
    ['main of CommonJS', 't.js', `${common}function main(p) { return [p.a, true] }\nmodule.exports = { main }`],
    [
      'TypeScript with types',
      't.ts',
      `${head}interface P { a: number }\nexport const execute = (p: P): unknown => [p.a, true as const]`,
    ],
    [
      'what runs by itself, and reads its parameters from standard input',
      't.mjs',
      `${head}import { text } from 'node:stream/consumers'\nimport { parseArgs } from 'node:util'\nconst { values } = parseArgs({ strict: false })\nconst p = JSON.parse(await text(process.stdin))\nconsole.log(JSON.stringify([p.a, values['project-path'] !== undefined]))`,
    ],
    [
      'what runs by itself, and reads --params',
      't.mjs',
      `${head}const at = process.argv.indexOf('--params')\nconsole.log(JSON.stringify([JSON.parse(process.argv[at + 1]).a, true]))`,
    ],
  ])('is called by %s', async (_what, file, source) => {
    expect((await callIn({ [`tools/${file}`]: source }, 't', { a: 1 })).run?.result).toEqual([1, true])
  })

  it('finds its project’s packages, and gets its parameters as options if it uses yargs', async () => {
    const dir = makeProject({ 'tools/utility/hello_node.js': example('001', 26) })
    const lines = ['module.exports = (args) => ({ option() { return this }, help() { return this }, get argv() {']
    const parse = 'return Object.fromEntries(args.map((arg) => arg.slice(2).split("=")))'
    makeProject(
      {
        'node_modules/yargs/yargs.js': `${lines}${parse} } })`,
        'node_modules/yargs/helpers.js': 'exports.hideBin = (argv) => argv.slice(2)',
      },
      dir,
      '',
    )
    const { plan, forModel } = await callTool({ ...(await readProject(dir)), dir }, 'utility_hello_node', { name: 'A' })
    expect(forModel.trim()).toBe('Hello, A!')
    expect(plan?.effects).toContainEqual({ does: 'unknown', what: expect.stringContaining(join(dir, 'node_modules')) })
  })
})
