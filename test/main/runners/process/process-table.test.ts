import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  findLowestDescendant,
  hasInEnvironment,
  isRunning,
  listPids,
  readCommand,
  readProcess,
} from '#main/runners/process/process-table'
import { makeTempDir } from '#test/helpers/temp-dir'

const NOBODY = 2 ** 22 + 1

describe.runIf(process.platform === 'linux')('the table of processes', () => {
  it('knows this process', () => {
    const row = readProcess(process.pid)
    expect(row).toMatchObject({ pid: process.pid, waitStatus: 0 })
    expect(Number(row?.startTime)).toBeGreaterThan(0)
    expect(isRunning(row)).toBe(true)
    expect(listPids()).toContain(process.pid)
  })

  it('reports nothing about a missing process', () => {
    expect(readProcess(NOBODY)).toBeNull()
    expect(isRunning(readProcess(NOBODY))).toBe(false)
    expect(hasInEnvironment(NOBODY, 'A=b')).toBe(false)
    expect(readCommand(NOBODY)).toBe('unknown')
  })

  it('is not misled by a command name that looks like fields, nor by a large environment', async () => {
    const program = join(makeTempDir(), 'a) Z 1 (b')
    copyFileSync('/bin/sleep', program)
    const env = { BULK: 'x'.repeat(100_000), WANTED: 'yes', LAST: 'z' }
    const child = spawn(program, ['1000'], { env, detached: true, stdio: 'ignore' })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const pid = child.pid ?? 0
    await expect.poll(() => readCommand(pid)).toBe(`${program} 1000`)
    expect(readProcess(pid)).toMatchObject({ group: pid, state: expect.stringMatching(/^[RSD]$/) })
    expect(hasInEnvironment(pid, 'WANTED=yes')).toBe(true)
    expect(hasInEnvironment(pid, 'WANTED=ye')).toBe(false)
    expect(hasInEnvironment(pid, 'ANTED=yes')).toBe(false)
    expect(hasInEnvironment(pid, 'LAST=z')).toBe(true)
  })

  it('narrows the search only if process numbers cannot have wrapped around', () => {
    expect(findLowestDescendant(1, 10)).toBe(1)
    expect(findLowestDescendant(1, 60_000)).toBe(0)
    expect(findLowestDescendant(NOBODY, 10)).toBe(0)
    expect(findLowestDescendant(100, 10, 107)).toBe(100)
    expect(findLowestDescendant(100, 10, 99)).toBe(0)
  })

  it('searches nothing if no process was started since', () => {
    expect(findLowestDescendant(100, 10, 100)).toBe(Number.POSITIVE_INFINITY)
    expect(findLowestDescendant(100, 60_000, 100)).toBe(0)
  })
})
