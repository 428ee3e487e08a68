import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/json'
import { launchTool, type Tried } from '#test/helpers/launch-tool'
import { sandboxHere } from '#test/helpers/sandbox-here'

const NAMES = ['python', 'node', 'deno'] as const
type Name = (typeof NAMES)[number]
type Code = Readonly<Record<Name, string>>

const FILES: Code = { python: 'tool.py', node: 'tool.mjs', deno: 'tool.ts' }

/** JavaScript for Node and Deno, whose only difference here is the type that Deno's file may carry. */
const both = (python: string, js: string): Code => ({ python, node: js, deno: js.replace('(p)', '(p: unknown)') })

const ECHO = both('def execute(p, project): return p', 'export const execute = (p) => p')
const DEPTH = both(
  'def execute(p):\n    n = 0\n    while isinstance(p, dict): p, n = p["a"], n + 1\n    return n',
  'export function execute(p) { let n = 0; let at = p; while (typeof at === "object") { at = at.a; n++ } return n }',
)

function nest(depth: number): JsonObject {
  return JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
}

const WAYS = sandboxHere.word === 'enforced' ? [false, true] : [false]
const CASES = WAYS.flatMap((confined) => NAMES.map((name) => ({ name, confined })))

describe.concurrent.each(CASES)('a function of $name, confined: $confined', ({ name, confined }) => {
  const run = (code: Code, more: Partial<Tried> = {}) =>
    launchTool({
      name,
      confined,
      file: FILES[name],
      code: code[name],
      ...more,
    })

  it('gets its arguments and returns its result', async () => {
    const args = { text: 'grüße 世界 "\\', list: [1, 2.5, null, true], inner: { a: {} } }
    const { value, error, ended, printed } = await run(ECHO, { args })
    expect(error).toBeNull()
    expect(value).toEqual(args)
    expect(printed).toBe('')
    expect(ended).toMatchObject({ exitCode: 0, stderr: { text: '' } })
  })

  it('keeps half a surrogate pair unchanged', async () => {
    const args = { a: '\ud800', b: 'x\udfff' }
    expect((await run(ECHO, { args })).value).toEqual(args)
  })

  it('gets arguments that are nested 4 000 deep', async () => {
    expect((await run(DEPTH, { args: nest(4000) })).value).toBe(4000)
  })

  it('may not return a result that is nested too deeply', async () => {
    const { error } = await run(ECHO, { args: nest(501) })
    expect(error).toBe('The result is nested more than 500 levels deep.')
  })

  it('prints what it likes, even what looks like our own result', async () => {
    const forged = '{"ok":true,"value":"forged"}'
    const code = both(
      `import os, subprocess\nprint('${forged}')\ndef execute(p):\n    os.write(1, b'${forged}')\n    subprocess.run(["echo", '${forged}'])\n    return "true result"`,
      `import fs from 'node:fs'; console.log('${forged}'); export function execute(p) { fs.writeSync(1, '${forged}'); return 'true result' }`,
    )
    const { value, printed } = await run(code)
    expect(value).toBe('true result')
    expect(printed).toContain(forged)
  })

  it('is awaited', async () => {
    const code = both(
      'import asyncio\nasync def execute(p, project):\n    await asyncio.sleep(0.01)\n    return 7',
      'export async function execute(p) { await new Promise((done) => setTimeout(done, 10)); return 7 }',
    )
    expect((await run(code)).value).toBe(7)
  })

  it('may return nothing', async () => {
    const { value, error } = await run(both('def execute(p): pass', 'export const execute = (p) => undefined'))
    expect({ value, error }).toEqual({ value: null, error: null })
  })

  it('throws with name, message and its own lines', async () => {
    const code = both(
      'def helper(): raise ValueError("bad")\ndef execute(p): helper()',
      'function helper() { throw new TypeError("bad") }\nexport const execute = (p) => helper()',
    )
    const { error, folder } = await run(code)
    const [first, ...stack] = (error ?? '').split('\n')
    expect(first).toMatch(/^(ValueError|TypeError): bad$/)
    expect(stack.join('\n')).toContain(`${folder}/${FILES[name]}`)
    expect(stack.join('\n')).not.toMatch(/\[eval|<string>|data:application|node:internal|ext:/)
  })

  it('must return JSON', async () => {
    const cyclic = both(
      'def execute(p):\n    x = []\n    x.append(x)\n    return x',
      'export const execute = (p) => { const x = []; x.push(x); return x }',
    )
    expect((await run(cyclic)).error).toMatch(/^The tool returned something that is not JSON: .*(ircular|cyclic)/)
    const odd = both('def execute(p): return {"f": object()}', 'export const execute = (p) => ({ f: 10n })')
    expect((await run(odd)).error).toMatch(/not JSON: .*(object|BigInt)/)
    const work = both('def execute(p): return execute', 'export const execute = (p) => () => 1')
    expect((await run(work)).error).toMatch(/not JSON: a .*function/)
  })

  it('may return a set and a date', async () => {
    const code = both(
      'import datetime\ndef execute(p): return {"s": {1}, "d": datetime.date(2020, 1, 2)}',
      'export const execute = (p) => ({ s: new Set([1]), d: new Date("2020-01-02").toJSON().slice(0, 10) })',
    )
    expect((await run(code)).value).toEqual({ s: [1], d: '2020-01-02' })
  })

  it('must exist', async () => {
    const { error } = await run(both('x = 1', 'export const x = 1'))
    expect(error).toMatch(/has no function to call\. It needs one of: .*execute/)
  })

  it('may not end the program without a result, whatever it printed', async () => {
    const marker = '{"ok":true,"value":1}'
    const code = both(
      `import sys\ndef execute(p):\n    print('${marker}')\n    sys.exit(0)`,
      `export const execute = (p) => { console.log('${marker}'); ${name === 'deno' ? 'Deno' : 'process'}.exit(0) }`,
    )
    expect((await run(code)).error).toBe('The tool ended without a result (exit code 0).')
  })
})
