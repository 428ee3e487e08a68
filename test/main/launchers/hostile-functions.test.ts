import { describe, expect, it } from 'vitest'
import { isAlive } from '#test/helpers/fixture-bin'
import { launchTool, type Tried } from '#test/helpers/launch-tool'

const NAMES = ['python', 'node', 'deno'] as const
type Name = (typeof NAMES)[number]
type Code = Readonly<Record<Name, string>>

const FILES: Code = { python: 'tool.py', node: 'tool.mjs', deno: 'tool.ts' }

/** JavaScript for Node and Deno, whose only difference here is the type that Deno's file may carry. */
const both = (python: string, js: string): Code => ({ python, node: js, deno: js.replace('(p)', '(p: unknown)') })

describe.concurrent.each(NAMES)('a function of %s that means harm', (name) => {
  const run = (code: Code, more: Partial<Tried> = {}) =>
    launchTool({ name, file: FILES[name], code: code[name], ...more })

  it('may not return 200 MB', async () => {
    const code = both('def execute(p): return "x" * 209715200', 'export const execute = (p) => "x".repeat(209715200)')
    const limit = name === 'deno' ? 240 : 8192
    expect((await run(code)).error).toBe(
      `The result has 204801 KiB. This tool can return up to ${limit} KiB; write more into a file.`,
    )
  })

  it('writes a GiB, of which both ends are kept, and still returns its result', async () => {
    const code = both(
      'import os\ndef execute(p):\n    block = b"x" * 2**20\n    for _ in range(1024):\n        os.write(1, block)\n    return "done"',
      'import fs from "node:fs"; export const execute = (p) => { const block = Buffer.alloc(2 ** 20, 120); for (let sent = 0; sent < 2 ** 30;) sent += fs.writeSync(1, block); return "done" }',
    )
    const { value, ended } = await run(
      { ...code, deno: `import { Buffer } from "node:buffer"; ${code.deno}` },
      { timeoutMs: 60_000 },
    )
    expect(value).toBe('done')
    expect(ended.stdout.bytes).toBeGreaterThanOrEqual(2 ** 30)
    expect(ended.stdout.text.length).toBeLessThan(600 * 1024)
  })

  it('is ended at its time limit, even if it prints for ever', async () => {
    const code = both(
      'def execute(p):\n    while True: print("again")',
      'export const execute = (p) => { for (;;) console.log("again") }',
    )
    const { error, ended } = await run(code, { timeoutMs: 1000 })
    expect(ended).toMatchObject({ timedOut: true, survivors: [] })
    expect(error).toMatch(/was ended by SIG(TERM|KILL) before it gave a result/)
  })

  it('is ended at its time limit, even if it ignores the request to end', async () => {
    const code = both(
      'import signal, time\ndef execute(p):\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    while True: time.sleep(1)',
      name === 'deno'
        ? 'export const execute = (p) => { Deno.addSignalListener("SIGTERM", () => {}); return new Promise(() => setInterval(() => {}, 1000)) }'
        : 'export const execute = (p) => { process.on("SIGTERM", () => {}); return new Promise(() => setInterval(() => {}, 1000)) }',
    )
    const { error, ended } = await run(code, { timeoutMs: 1000 })
    expect(ended).toMatchObject({ timedOut: true, survivors: [] })
    expect(ended.ms).toBeLessThan(6000)
    expect(error).toBe('The tool was ended by SIGKILL before it gave a result.')
  })

  it.skipIf(name === 'deno')('leaves no children', async () => {
    const code = both(
      'import subprocess\ndef execute(p): return subprocess.Popen(["sleep", "600"]).pid',
      'import { spawn } from "node:child_process"; export const execute = (p) => spawn("sleep", ["600"], { stdio: "inherit" }).pid',
    )
    const { value, ended } = await run(code)
    expect(value).toEqual(expect.any(Number))
    expect(ended.survivors).toEqual([])
    expect(ended.leftovers.map(({ pid }) => pid)).toEqual([value])
    expect(isAlive(value as number)).toBe(false)
  })
})
