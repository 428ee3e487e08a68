import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

/** Runs exactly the scenarios that a revision of the protocol requires of a client, against our own modules. */
function runSuite(revision: string): Promise<{ code: number | null; said: string }> {
  const driver = `${process.execPath} ${join(root, 'test', 'conformance', 'client-driver.ts')}`
  const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
  const args = [suite, 'client', '--command', driver, '--requirements', revision, '-o', makeTempDir()]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string }>()
  child.once('close', (code) => resolve({ code, said }))
  return promise
}

/** Extensions, and what came after the revision: none of it is required, and none of it is supported. */
const NOT_SCORED = [
  ...['auth/client-credentials-jwt', 'auth/client-credentials-basic', 'auth/enterprise-managed-authorization'],
  ...['auth/dpop', 'auth/dpop-nonce', 'auth/wif-jwt-bearer', 'json-schema-2020-12-preservation'],
]

it.each([
  ['2025-11-25', 18],
  ['2026-07-28', 32],
] as const)(
  'passes every scenario that revision %s requires of a client',
  async (revision, required) => {
    const { code, said } = await runSuite(revision)
    const lines = said.split('\n')
    const failed = lines.flatMap((line) => /^✗ (\S+):/.exec(line)?.[1] ?? [])
    expect(failed.filter((name) => !NOT_SCORED.includes(name))).toEqual([])
    expect(lines.filter((line) => line.startsWith('✓ '))).toHaveLength(required)
    expect(code).toBe(0)
  },
  300_000,
)
