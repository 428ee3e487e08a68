import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCorePort } from '#main/programs/core-port'
import { openLoopback } from '#main/programs/loopback'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair } from '#test/helpers/program'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

const SUITE = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
/** Scenarios that fail, each with why. */
const BASELINE = join(import.meta.dirname, 'server-baseline.txt')

/** Our own port over a real core; the suite sends no token, and so whoever sends none is the one program. */
async function openServer(): Promise<string> {
  const skills = join(root, 'test', 'fixtures', 'conformance-skills')
  const { core } = await openTestCore({
    ...{ home: makeTempDir(), skills: [{ path: skills, origin: 'named' }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  onTestFinished(() => core.close())
  await pair(core)
  const [program] = core.programs.list()
  const opened = await openLoopback(0, {
    ...{ find: () => program ?? null, connect: core.programs.connect, version: '1' },
    open: (program) => openCorePort(core, program),
  })
  onTestFinished(() => opened.close())
  return opened.url
}

function run(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [SUITE, 'server', ...args, '-o', makeTempDir()], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('close', () => resolve(said))
  return promise
}

function readBaseline(revision: string): string[] {
  const lines = readFileSync(BASELINE, 'utf8').split('\n')
  return lines.flatMap((line) => new RegExp(`^(?:both|${revision}) (\\S+): \\S`).exec(line)?.[1] ?? []).sort()
}

it.each(['2025-11-25', '2026-07-28'])(
  'passes what revision %s requires of a server with tools and resources',
  async (revision) => {
    const said = await run(['--url', await openServer(), '--requirements', revision])
    const failed = [...said.matchAll(/^✗ (\S+?):/gm)].map(([, name]) => name).sort()
    expect(failed).toEqual(readBaseline(revision))
    expect(said.match(/^✓ /gm)?.length).toBeGreaterThanOrEqual(10)
  },
  120_000,
)

it('passes what the extension for skills requires', async () => {
  const url = await openServer()
  for (const name of ['enumeration', 'manifest']) {
    const said = await run(['--url', url, '--scenario', `sep-2640-skills-${name}`])
    expect(said).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/)
  }
}, 60_000)
