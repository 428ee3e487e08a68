import { afterAll, describe, expect, it } from 'vitest'
import { type Supervised, supervise } from '#main/runners/process/supervise'
import { isAlive, makeCommand } from '#test/helpers/fixture-bin'

const CEILING_MS = 5000
const TIMEOUT_MS = 300
const toKill: number[] = []

afterAll(() => {
  for (const pid of toKill) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

/** The number a fixture prints of the process it leaves behind. */
function readPid(run: Supervised): number {
  const pid = Number.parseInt(run.stdout.text, 10)
  toKill.push(pid)
  return pid
}

/** Cancels as soon as the program has said something, so that its traps are set. */
async function cancelWhenReady(name: string, args: string[] = []) {
  const controller = new AbortController()
  const { promise: ready, resolve: say } = Promise.withResolvers<void>()
  const { promise: started, resolve: tell } = Promise.withResolvers<number>()
  const running = supervise(makeCommand(name, args), { signal: controller.signal, onChunk: () => say(), onStart: tell })
  await ready
  const canceledAt = performance.now()
  controller.abort()
  const run = await running
  return { run, pid: await started, waited: performance.now() - canceledAt }
}

describe.concurrent('a program that does not end in time', () => {
  it.each([
    ['sleeps for ever', 'forever', 'SIGTERM'],
    ['does not hear SIGTERM', 'ignore-sigterm', 'SIGKILL'],
    ['has stopped itself', 'stop-itself', 'SIGTERM'],
    ['has a grandchild', 'double-fork', 'SIGTERM'],
  ])('and %s is ended with all of its group', async (_, name, signal) => {
    const pids: number[] = []
    const command = makeCommand(name, [], { timeoutMs: TIMEOUT_MS })
    const run = await supervise(command, { onStart: (pid) => pids.push(pid) })
    expect(run).toMatchObject({ exitCode: null, signal, timedOut: true, canceled: false, survivors: [], leftovers: [] })
    expect(run.ms).toBeLessThan(TIMEOUT_MS + CEILING_MS)
    expect(pids.some(isAlive)).toBe(false)
    if (name === 'double-fork') expect(isAlive(readPid(run))).toBe(false)
  })

  it('keeps its own exit code if it ends well when asked', async () => {
    const run = await supervise(makeCommand('exit-on-sigterm', [], { timeoutMs: TIMEOUT_MS }))
    expect(run).toMatchObject({ exitCode: 0, signal: null, timedOut: true, canceled: false })
    expect(run.stdout.text).toBe('ready\ncleaned up\n')
  })

  it('is killed together with the daemon it started', async () => {
    const run = await supervise(makeCommand('setsid-daemon', ['stay'], { timeoutMs: TIMEOUT_MS }))
    expect(run).toMatchObject({ signal: 'SIGTERM', timedOut: true, survivors: [] })
    expect(isAlive(readPid(run))).toBe(false)
  })
})

describe.concurrent('a canceled program', () => {
  it.each([
    ['forever', 'SIGTERM'],
    ['ignore-sigterm', 'SIGKILL'],
    ['stop-itself', 'SIGTERM'],
    ['double-fork', 'SIGTERM'],
  ])('%s ends with all of its group', async (name, signal) => {
    const { run, pid, waited } = await cancelWhenReady(name)
    expect(run).toMatchObject({ exitCode: null, signal, timedOut: false, canceled: true, survivors: [] })
    expect(waited).toBeLessThan(CEILING_MS)
    expect(isAlive(pid)).toBe(false)
  })

  it('takes its daemon with it', async () => {
    const { run } = await cancelWhenReady('setsid-daemon', ['stay'])
    expect(run).toMatchObject({ canceled: true, survivors: [] })
    expect(isAlive(readPid(run))).toBe(false)
  })
})

describe.concurrent('a program that ends and leaves a child behind', () => {
  it('is done when its time to drain is over, and a grandchild that keeps its output open is killed and named', async () => {
    const run = await supervise(makeCommand('hold-stdout'))
    const pid = readPid(run)
    expect(run).toMatchObject({ exitCode: 0, signal: null, timedOut: false, canceled: false, survivors: [] })
    expect(run.leftovers).toEqual([{ pid, command: expect.stringContaining('sleep 1000') }])
    expect(run.ms).toBeLessThan(CEILING_MS)
    expect(isAlive(pid)).toBe(false)
  })

  it('is done then even if the child keeps nothing open', async () => {
    const run = await supervise(makeCommand('spawn-child'))
    const pid = readPid(run)
    expect(run).toMatchObject({
      exitCode: 0,
      leftovers: [{ pid, command: expect.stringContaining('sleep 1000') }],
      survivors: [],
    })
    expect(isAlive(pid)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('lists a daemon that left the group, and lets it live', async () => {
    const run = await supervise(makeCommand('setsid-daemon'))
    const pid = readPid(run)
    expect(run).toMatchObject({
      exitCode: 0,
      leftovers: [],
      survivors: [{ pid, command: expect.stringContaining('sleep 1000') }],
    })
    expect(isAlive(pid)).toBe(true)
  })

  it.runIf(process.platform === 'linux')('does not wait for ever for a daemon that holds its output', async () => {
    const run = await supervise(makeCommand('setsid-daemon', ['hold']))
    const pid = readPid(run)
    expect(run).toMatchObject({
      exitCode: 0,
      leftovers: [],
      survivors: [{ pid, command: expect.stringContaining('sleep 1000') }],
    })
    expect(run.ms).toBeLessThan(CEILING_MS)
  })
})
