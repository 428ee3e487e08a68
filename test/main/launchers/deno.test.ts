import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listPermissions } from '#main/launchers/deno'
import { launchTool, type Tried } from '#test/helpers/launch-tool'

const run = (code: string, more: Partial<Tried> = {}) => launchTool({ name: 'deno', file: 'tool.ts', code, ...more })
const body = (text: string) => `export async function execute(input: { path: string }) { ${text} }`
const READ_IN_DATA =
  'data:application/typescript,import y from "file:///etc/hostname" with {type:"text"};export default y'

describe.concurrent('a Deno function without any grant', () => {
  it.each([
    ['read a file', body('return Deno.readTextFileSync("/etc/hostname")'), 'Requires read access to'],
    [
      'read a file through Node',
      `import fs from 'node:fs'; ${body('return fs.readFileSync("/etc/hostname", "utf8")')}`,
      'Requires read access to',
    ],
    [
      'import a file as text',
      `import x from 'file:///etc/hostname' with { type: 'text' }; ${body('return x')}`,
      'Requires read access to',
    ],
    [
      'import a file by a literal address',
      body('return (await import("file:///etc/hostname", { with: { type: "text" } })).default'),
      'Requires read access to',
    ],
    [
      'import a file through a data: address',
      body(`return (await import('${READ_IN_DATA}')).default`),
      'Requires read access to',
    ],
    [
      'import a file in a worker',
      body(
        `return new Promise((ok, no) => { const w = new Worker('${READ_IN_DATA.replace('export default y', 'postMessage(y)')}', { type: 'module' }); w.onmessage = (e) => ok(e.data); w.onerror = (e) => { e.preventDefault(); no(new Error(e.message)) } })`,
      ),
      'Requires read access to',
    ],
    ['fetch a file', body('return (await fetch("file:///etc/hostname")).text()'), 'Requires read access to'],
    [
      'require a file',
      `import { createRequire } from 'node:module'; ${body('return createRequire("file:///etc/x.js")("/etc/hostname")')}`,
      'Requires read access to',
    ],
    ['write a file', body('Deno.writeTextFileSync(input.path + "/made", "x")'), 'Requires write access to'],
    [
      'use the network',
      body('return (await fetch("http://127.0.0.1:8099/")).status'),
      'Requires net access to "127.0.0.1:8099"',
    ],
    [
      'import a package of npm',
      body('return (await import("npm:left-pad")).default'),
      'npm specifiers were requested; but --no-npm is specified',
    ],
    [
      'import from a host that Deno trusts',
      `import x from 'https://deno.land/std/version.ts'; ${body('return x')}`,
      '--no-remote is specified',
    ],
    ['see the environment', body('return Deno.env.get("HOME")'), 'Requires env access to "HOME"'],
    ['start a program', body('return new Deno.Command("true").outputSync().code'), 'Requires run access to "true"'],
    ['load native code', body('Deno.dlopen("/lib/x.so", {})'), 'Requires ffi access to'],
    [
      'ask for more',
      body(
        'return (await Deno.permissions.request({ name: "read" })).state === "granted" ? 1 : Deno.readTextFileSync("/etc/passwd")',
      ),
      'Requires read access to',
    ],
  ])('may not %s', async (_, code, refusal) => {
    const { error, left } = await run(code, { args: { path: '/tmp' } })
    expect(error).toContain(refusal)
    expect(left).toEqual(['tool.ts'])
  })

  it('reads no package.json of the working folder', async () => {
    const beside = {
      'package.json': '{"dependencies":{"left-pad":"1.3.0"}}',
      'deno.json': '{"imports":{"a":"./a.ts"}}',
    }
    expect(await run(body('return 1'), { beside })).toMatchObject({
      value: 1,
      left: ['deno.json', 'package.json', 'tool.ts'],
    })
  })

  it('may use names that our own wrapper uses', async () => {
    const code = `const input = 1, job = 2, pipe = 3, url = 4; export const execute = () => input + job + pipe + url`
    expect((await run(code)).value).toBe(10)
  })

  it('returns its own result even after it replaced the JSON functions', async () => {
    expect((await run('JSON.stringify = () => "{}"; export const execute = () => 1')).value).toBe(1)
  })

  it('gets no result from a line that looks like another call’s', async () => {
    const line = `\\x1e${'0'.repeat(64)}{\\"ok\\":true,\\"value\\":1}`
    const { error, printed } = await run(body(`console.log("${line}"); Deno.exit(0)`))
    expect(error).toBe('The tool ended without a result (exit code 0).')
    expect(printed).toContain('"value":1')
  })

  it('returns its result after an unfinished line', async () => {
    const code = `import process from 'node:process'; ${body('process.stdout.write("half a line"); return 1')}`
    expect(await run(code)).toMatchObject({ value: 1, printed: 'half a line' })
  })

  it('may be JavaScript that TypeScript reads differently', async () => {
    const code = 'const f = (a, b) => [a, b]; const a = 1, b = 2, c = 3; export const execute = () => f(a < b, b > (c))'
    expect((await run(code, { entry: { language: 'javascript' } })).value).toEqual([true, false])
  })

  it('is the reviewed code, whatever its file became', async () => {
    const { value } = await run(body('return "reviewed"'), {
      meanwhile: (path) => writeFileSync(path, body('return "changed"')),
    })
    expect(value).toBe('reviewed')
  })

  it('is ended if it takes more memory than allowed', async () => {
    const code = body('const kept: unknown[] = []; for (;;) kept.push(new Array(10000).fill(input))')
    const { error, ended } = await run(code, { memoryMb: 64 })
    expect(error).toMatch(/^The tool (was ended by SIG|ended without a result)/)
    expect(ended.stderr.text).toContain('Last few GCs')
    expect(ended.timedOut).toBe(false)
  })
})

describe.concurrent('a Deno function with grants', () => {
  it('reads and writes where granted, and nowhere else', async () => {
    const code = body('Deno.writeTextFileSync("out", "text"); return Deno.readTextFileSync("tool.ts").length > 0')
    const all = await run(code, { grants: { read: ['.'], write: ['out'], hosts: [] } })
    expect(all).toMatchObject({ value: true, left: ['out', 'tool.ts'] })
    const less = await run(code, { grants: { read: ['out'], write: ['out'], hosts: [] } })
    expect(less.error).toContain('Requires read access to "tool.ts"')
  })

  it('is not given a folder with a comma in its name, which Deno would read as two', async () => {
    const code = body('Deno.writeTextFileSync("b", "text")')
    const { error, left } = await run(code, { grants: { read: [], write: ['a,b'], hosts: [] } })
    expect(error).toContain('Requires write access to "b"')
    expect(left).toEqual(['tool.ts'])
  })

  it('reaches the granted host and no other', async () => {
    const server = createServer((_, response) => response.end('hello'))
    onTestFinished(() => void server.close())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const code = (url: string) => `export const execute = async () => (await fetch("${url}")).text()`
    const grants = { read: [], write: [], hosts: [origin], inner: [origin] }
    expect((await run(code(origin), { grants })).value).toBe('hello')
    expect((await run(code('http://127.0.0.1:8099'), { grants })).error).toContain(
      'Requires net access to "127.0.0.1:8099"',
    )
    expect((await run(code('https://example.com'), { grants })).error).toContain(
      'Requires net access to "example.com:443"',
    )
  })

  it.each([
    ['http://127.0.0.1:8080', ['127.0.0.0/8']],
    ['http://localhost:8080', ['127.0.0.0/8', '[::1]']],
    ['http://192.168.1.7', ['192.168.0.0/16']],
    ['http://printer.local', ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16']],
  ])('opens for %s only the ranges where that host can be', (origin, opened) => {
    const deniedFor = (inner: string[]) =>
      listPermissions({ grants: { read: [], write: [], hosts: [origin, 'https://example.com'], inner } })
        .find((flag) => flag.startsWith('--deny-net='))
        ?.slice('--deny-net='.length)
        .split(',') ?? []
    const all = deniedFor([])
    expect(all.filter((range) => !deniedFor([origin]).includes(range))).toEqual(
      all.filter((range) => opened.includes(range)),
    )
    expect(all).toEqual(expect.arrayContaining(opened))
  })
})
