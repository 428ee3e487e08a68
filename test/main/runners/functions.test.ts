import { afterEach, describe, expect, it } from 'vitest'
import { describe as describeAction, nameAction } from '#shared/call/describe-action'
import { openFunctions } from '#test/helpers/function-skill'
import { interpretersHere } from '#test/helpers/launch-tool'

type Open = Awaited<ReturnType<typeof openFunctions>>

let open: Open | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

async function start(files: Record<string, string>, options: Parameters<typeof openFunctions>[1] = {}): Promise<Open> {
  await open?.core.close()
  open = await openFunctions(files, options)
  return open
}

const VALIDATE = `export const frontmatter = {
  name: 'validate',
  description: 'Validate a note',
  metadata: { params: { type: 'object', properties: { title: { type: 'string' } } } }
};
export default async function(ctx, { title }) {
  if (!title) return { error: 'INVALID', message: 'Title required' };
  return { valid: true };
}
`
const NAME = '  params: { type: object, properties: { name: { type: string } } }'
const CODE = `---
name: greet
metadata:
  delegate: "inline://code,export default async function(ctx, { name }) { return \`Hello, \\\\\${name}!\`; }"
${NAME}
---
You are a greeting tool. Greet the user by name.
`
const BASE64 = `---
name: greet
metadata:
  delegate: "inline://base64,aW5saW5lOi8vY29kZSxleHBvcnQgZGVmYXVsdCBhc3luYyBmdW5jdGlvbihjdHgsIHsgbmFtZSB9KSB7IHJldHVybiBgSGVsbG8sICR7bmFtZX0hYDsgfQ=="
${NAME}
---
`
const ANYTHING = '{ type: "object", additionalProperties: true, properties: { x: {} } }'
const fn = (body: string, metadata = `params: ${ANYTHING}`) =>
  `export const frontmatter = { metadata: { ${metadata} } }\nexport default async function (ctx, args) { ${body} }\n`

describe('a function', () => {
  it('returns what the document’s example returns (SI-12)', async () => {
    const { call } = await start({ 'validate.skill.js': VALIDATE })
    expect((await call('validate', { title: '' })).run).toMatchObject({ result: { error: 'INVALID' } })
    expect(await call('validate', { title: 'a' })).toMatchObject({ succeeded: true, run: { result: { valid: true } } })
  })

  it.each([
    ['code (SI-18)', CODE],
    ['base64 (SI-19)', BASE64],
  ])('may be a delegate that is written in the frontmatter as %s', async (_what, text) => {
    const { call } = await start({ 'greet.skill.md': text })
    expect((await call('greet', { name: 'A' })).run?.result).toBe('Hello, A!')
  })

  it('runs its middleware around it, with its configuration and the frozen arguments (SI-07)', async () => {
    const wrap = fn(
      `ctx.locals.seen = { args, all: ctx.args, isFrozen: Object.isFrozen(ctx.args) }
       ctx.nonlocals.said = 'by middleware'
       return [await ctx.next(), ctx.locals.seen]`,
      `role: 'middleware'`,
    )
    const page = '---\nname: demo\ndescription: D.\nmetadata:\n  wrap: { a: 1, b: "$' + '{args.x}" }\n---\n'
    const { call } = await start({
      'SKILL.md': page,
      'wrap.skill.js': wrap,
      'tool.skill.js': fn('return [args, ctx.nonlocals.said]'),
    })
    expect((await call('tool', { x: 2 })).run?.result).toEqual([
      [{ x: 2 }, 'by middleware'],
      { args: { a: 1, b: 2 }, all: { x: 2 }, isFrozen: true },
    ])
  })

  it('may call only what every layer of its chain may call, and gets the description of each', async () => {
    const wrap = `export const frontmatter = { 'allowed-tools': 'one two', metadata: { role: 'middleware' } }
export default (ctx) => ctx.next()\n`
    const tool = `export const frontmatter = { 'allowed-tools': 'two three', metadata: { wrap: 1 } }
const ask = (ctx, name) => ctx.call(name, {}).catch((error) => error.message)
export default async (ctx) => [await ask(ctx, 'one'), await ask(ctx, 'two'), await ask(ctx, 'three')]\n`
    const named = (name: string) => [`${name}.skill.js`, fn(`return '${name} ran'`)]
    const files = { ...Object.fromEntries(['one', 'two', 'three'].map(named)), 'wrap.skill.js': wrap }
    const { call } = await start({ ...files, 'tool.skill.js': tool })
    const { run, plan } = await call('tool')
    const refused = (name: string) => expect.stringMatching(new RegExp(`may not call ${name}`))
    expect(run?.result).toEqual([refused('one'), 'two ran', refused('three')])
    const rows = plan ? describeAction(plan.action).map(({ name, text }) => [name.code, text]) : []
    const line = (index: number, name: string) =>
      expect.stringContaining(`${index}. ${name}: ${name}.skill.js (sha256 `)
    expect(rows).toContainEqual(['row-chain', line(1, 'wrap')])
    expect(rows).toContainEqual(['row-chain', line(2, 'tool')])
    expect(rows).toContainEqual(['row-known', 'wrap = 1 (tool.skill.js)'])
    expect(rows).toContainEqual(['row-may-call', 'two three + one two'])
    expect(plan && nameAction(plan.action)).toBe('node wrap.skill.js tool.skill.js')
  })

  it('gets a warning for each place in its configuration that leads nowhere (S15)', async () => {
    const wrap = fn('return args', `role: 'middleware'`)
    const page = `---\nname: demo\ndescription: D.\nmetadata:\n  wrap: { a: "$\{args.gone} and $\{args.x}" }\n---\n`
    const { call } = await start({ 'SKILL.md': page, 'wrap.skill.js': wrap, 'tool.skill.js': fn('return 1') })
    const { run } = await call('tool', { x: 2 })
    expect(run?.result).toEqual({ a: `$\{args.gone} and 2` })
    expect(run?.stderr).toBe(`warning: in the configuration of wrap, $\{args.gone} leads nowhere\n`)
  })

  it('ends as its own failure if it exits, loops, throws or waits for nothing (SI-32)', async () => {
    const { call } = await start({
      ...{ 'exit.skill.js': fn('process.exit(0)'), 'loop.skill.js': fn('for (;;) {}') },
      ...{ 'throw.skill.js': fn('throw new TypeError("no")'), 'never.skill.js': fn('await new Promise(() => {})') },
      'twice.skill.js': fn('await ctx.next(); await ctx.next()'),
    })
    expect(await call('exit')).toMatchObject({ succeeded: false, run: { how: 'failed' } })
    expect(await call('loop', {}, { timeoutMs: 500 })).toMatchObject({ run: { how: 'timed-out' } })
    expect((await call('throw')).forModel).toContain('TypeError: no')
    expect(await call('never', {}, { timeoutMs: 20_000 })).toMatchObject({ run: { how: 'failed', timedOut: false } })
    expect((await call('twice')).forModel).toContain('twice called next() twice')
  })

  it('fails if a middleware around it never answers, by itself or at its time limit', async () => {
    const wrap = (body: string) => fn(body, `role: 'middleware'`)
    const page = (name: string) => `metadata: { ${name}: 1 }`
    const around = (name: string) =>
      `export const frontmatter = { ${page(name)} }\nexport default async () => 'reached'\n`
    const { call } = await start({
      ...{ 'silent.skill.js': wrap('await new Promise(() => {})'), 'a.skill.js': around('silent') },
      ...{ 'busy.skill.js': wrap('await new Promise(() => setInterval(() => {}, 9))'), 'b.skill.js': around('busy') },
    })
    expect(await call('a', {}, { timeoutMs: 20_000 })).toMatchObject({ run: { how: 'failed', timedOut: false } })
    expect(await call('b', {}, { timeoutMs: 500 })).toMatchObject({ run: { how: 'timed-out' } })
  })

  it('returns its result even if it patches the engine’s built-ins, and follows no path to a prototype', async () => {
    const wrap = fn('return [await ctx.next(), args]', `role: 'middleware'`)
    const patch = `for (const [of, name] of [[JSON, 'stringify'], [Array.prototype, 'map'], [Object, 'freeze'], [process, 'exit']])
      of[name] = () => { throw new Error('patched') }
      Object.prototype.polluted = 'yes'; ctx.locals.__proto__.more = 'yes'
      return 'done'`
    const page = `---\nname: demo\ndescription: D.\nmetadata:\n  wrap: "$\{args.__proto__}"\n---\n`
    const { call } = await start({ 'SKILL.md': page, 'wrap.skill.js': wrap, 'tool.skill.js': fn(patch) })
    const { run } = await call('tool', { x: 1 })
    expect(run?.result).toEqual(['done', `$\{args.__proto__}`])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('mixes modules and CommonJS by Node’s rules, and names the TypeScript it cannot run', async () => {
    const { call } = await start({
      'lib/common.cjs': 'exports.add = (a, b) => a + b\n',
      'lib/module.mjs':
        "import { createRequire } from 'node:module'\nexport const { add } = createRequire(import.meta.url)('./common.cjs')\n",
      'both.skill.js': `import { add } from './lib/module.mjs'\n${fn('return add(args.x, 1)')}`,
      'wrong.skill.js': `const { add } = require('./lib/common.cjs')\n${fn('return add(1, 1)')}`,
      'deco.skill.ts': `const tag = (each: unknown) => each\n@tag class A {}\n${fn('return new A()')}`,
      'enum.skill.ts': `enum Size { Small }\n${fn('return Size.Small')}`,
    })
    expect((await call('both', { x: 2 })).run?.result).toBe(3)
    expect((await call('wrong')).forModel).toMatch(/require is not defined/)
    expect(await call('deco')).toMatchObject({
      succeeded: false,
      forModel: expect.stringMatching(/SyntaxError|decorator/i),
    })
    expect(await call('enum')).toMatchObject({ succeeded: false, forModel: expect.stringMatching(/enum/) })
  })

  it('cannot change what other layers and the engine rely on', async () => {
    const attack = fn(
      `const tries = [() => { ctx.args.x = 9 }, () => { ctx.next = 1 }, () => { ctx.run.tool.name = 'other' }, () => { ctx.args = {} }]
       return tries.map((attempt) => { try { attempt(); return 'changed' } catch { return 'refused' } })`,
    )
    const { call } = await start({ 'attack.skill.js': attack })
    expect((await call('attack', { x: 1 })).run?.result).toEqual(Array(4).fill('refused'))
  })

  it('finds its schemas while it runs, in what middleware put there', async () => {
    const wrap = fn(`ctx.nonlocals.found = { type: 'object', title: 'late' }`, `role: 'middleware'`)
    const tool = fn(
      'return ctx.run.tool.params',
      `wrap: null, params: { $resolve: 'nonlocals.found', type: 'object', properties: {} }`,
    )
    const { call } = await start({ 'wrap.skill.js': wrap, 'tool.skill.js': tool })
    expect((await call('tool')).run?.result).toEqual({ type: 'object', title: 'late' })
  })

  it('takes arguments only from a tool if it declares none (SI-27)', async () => {
    const { call } = await start({
      ...{
        'bare.skill.js': fn('return [args]', 'tags: ["x"]'),
        'asks.skill.js': fn('return ctx.call("bare", [1, "two"])'),
      },
    })
    expect(await call('bare', { x: 1 })).toMatchObject({ error: { code: 'TOOL_TAKES_NOTHING' } })
    expect((await call('bare')).run?.result).toEqual([{}])
    expect((await call('asks')).run?.result).toEqual([[1, 'two']])
  })

  it('calls other tools, each as its own inner call, and reads why one was refused', async () => {
    const { call, facts } = await start({
      'inner.skill.js': fn('return args.x * 2'),
      'outer.skill.js': fn(
        'const got = await ctx.call("inner", { x: 21 }); try { await ctx.call("gone") } catch (error) { return [got, error.message] }',
      ),
    })
    const { run, plan } = await call('outer')
    expect(run?.result).toEqual([42, expect.stringContaining('gone')])
    expect(plan?.grants.tools).toEqual(['*'])
    const parent = facts.find((fact) => fact.type === 'call.requested' && fact.tool === 'outer')
    const inner = facts.find((fact) => fact.type === 'call.requested' && fact.tool === 'inner')
    expect(inner).toMatchObject({
      caller: { kind: 'tool', call: parent?.type === 'call.requested' ? parent.call : '' },
    })
  })

  it('may call what its allowed-tools leave, depending on the arguments (SI-15, SI-17)', async () => {
    const outer = (allowed: string) =>
      `export const frontmatter = { 'allowed-tools': '${allowed}', metadata: { params: ${ANYTHING} } }
       export default (ctx, { x }) => ctx.call(x.tool, { path: x.path }).catch((error) => error.message)\n`
    const { call } = await start({
      ...{ 'file-read.skill.js': fn('return "read"'), 'file-write.skill.js': fn('return "wrote"') },
      'some.skill.js': outer('file-*(path=src/*) file-write($deny)'),
      'none.skill.js': outer(''),
    })
    const ask = async (by: string, tool: string, path: string) => (await call(by, { x: { tool, path } })).run?.result
    expect(await ask('some', 'file-read', 'src/x')).toBe('read')
    expect(await ask('some', 'file-read', 'etc')).toMatch(/may not call file-read/)
    expect(await ask('some', 'file-write', 'src/x')).toMatch(/may not call file-write/)
    expect(await ask('none', 'file-read', 'src/x')).toMatch(/may not call/)
  })

  it('may call itself three calls deep and is then refused', async () => {
    const { call } = await start({ 'again.skill.js': fn('return 1 + await ctx.call("again", {}).catch(() => 0)') })
    expect((await call('again')).run?.result).toBe(4)
  })

  it('fails if its result does not fit its own schema (S18)', async () => {
    const returns = `params: ${ANYTHING}, returns: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } }`
    const { call } = await start({ 'count.skill.js': fn('return { n: args.x }', returns) })
    expect(await call('count', { x: 1 })).toMatchObject({ succeeded: true })
    expect(await call('count', { x: 'one' })).toMatchObject({
      succeeded: false,
      forModel: expect.stringContaining('does not fit its own schema'),
    })
  })

  it('imports files next to it, runs TypeScript, and names the TypeScript it cannot run', async () => {
    const { call } = await start({
      'lib/double.mjs': 'export const double = (x) => x * 2\n',
      'typed.skill.ts': `import { double } from './lib/double.mjs'
export const frontmatter = { metadata: { params: ${ANYTHING} } } as const
export default async (_ctx: unknown, { x }: { x: number }): Promise<number> => double(x)\n`,
      'old.skill.ts': 'enum Color { Red }\nexport default () => Color.Red\n',
      'common.skill.js': 'module.exports = async () => "common"\n',
    })
    expect((await call('typed', { x: 4 })).run?.result).toBe(8)
    expect(await call('old')).toMatchObject({ succeeded: false, forModel: expect.stringContaining('enum') })
    expect((await call('common')).run?.result).toBe('common')
  })

  it('is refused while its skill’s scripts are off, and after its bytes changed', async () => {
    const { call, core } = await start({ 'a.skill.js': fn('return 1') })
    expect(await call('a')).toMatchObject({ succeeded: true })
    await core.publish({ type: 'setting.changed', chat: null, name: 'scripts', value: 'off' })
    expect(await call('a')).toMatchObject({ error: { code: 'REFUSED' } })
  })

  it.runIf(interpretersHere.deno.ok)('runs in Deno if there is no Node', async () => {
    const path = process.env.PATH ?? ''
    process.env.PATH = '/nowhere'
    try {
      const { call } = await start({
        'validate.skill.js': VALIDATE,
        'outer.skill.ts': 'export default async (ctx: { call: Function }) => ctx.call("validate", { title: "a" })\n',
      })
      const { run, plan } = await call('outer')
      expect(plan?.action).toMatchObject({ entry: { launcher: 'deno' } })
      expect(run?.result).toEqual({ valid: true })
    } finally {
      process.env.PATH = path
    }
  })
})
