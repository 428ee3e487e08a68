import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from '#main/runners/process/supervise'

/** Tiny programs with one habit each. */
export const fixtureFolder = fileURLToPath(new URL('../fixtures/bin', import.meta.url))

export function fixtureBin(name: string): string {
  return join(fixtureFolder, name)
}

/** A fixture program as the supervisor takes it; its Node is the one that runs the tests. */
export function makeCommand(name: string, args: string[] = [], changes: Partial<Command> = {}): Command {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
  return { path: fixtureBin(name), args, cwd: fixtureFolder, env, stdin: null, timeoutMs: 20_000, ...changes }
}

/** A process that merely waits to be reaped counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
