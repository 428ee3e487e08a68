import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { liveRuns, stopAll } from '#main/runners/process/live-runs'
import { supervise } from '#main/runners/process/supervise'
import { killSurvivors, listSurvivors } from '#main/runners/process/survivors'
import { fixtureBin, makeCommand } from '#test/helpers/fixture-bin'

afterEach(stopAll)

describe('the live runs', () => {
  it('are listed while they run', async () => {
    const marker = randomUUID()
    const controller = new AbortController()
    const { promise: started, resolve: onStart } = Promise.withResolvers<number>()
    const running = supervise(makeCommand('forever', [], { marker }), { signal: controller.signal, onStart })
    const pid = await started
    expect(liveRuns()).toEqual([{ pid, path: fixtureBin('forever'), marker }])
    controller.abort()
    await running
    expect(liveRuns()).toEqual([])
  })

  it('are all stopped by stopAll, which waits for them', async () => {
    const runs = ['forever', 'ignore-sigterm', 'double-fork'].map(async (name) => supervise(makeCommand(name)))
    await expect.poll(() => liveRuns().length).toBe(3)
    await stopAll()
    expect(liveRuns()).toEqual([])
    for (const run of await Promise.all(runs)) expect(run).toMatchObject({ canceled: true, survivors: [] })
    await stopAll()
  })
})

/** A Skillet of its own, that supervises one program and then comes to the given end. */
function startAnother(marker: string, end: string): ChildProcess {
  const command = makeCommand('setsid-daemon', ['stay'], { marker, timeoutMs: 60_000 })
  const code = `
    import { supervise } from '#main/runners/process/supervise'
    const onChunk = () => { console.log('ready'); ${end} }
    await supervise(${JSON.stringify(command)}, { onChunk })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await killSurvivors(marker)
  })
  return child
}

const finish = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))

describe.runIf(process.platform === 'linux')('when Skillet itself ends', () => {
  it.each([
    ['exits', 'process.exit(3)'],
    ['fails', 'queueMicrotask(() => { throw new Error("a bug") })'],
  ])('because it %s, nothing of its runs lives on, not even a daemon', async (_, end) => {
    const marker = randomUUID()
    const another = startAnother(marker, end)
    const [said] = await Promise.all([readText(another.stdout as Readable), finish(another)])
    expect(said).toBe('ready\n')
    await expect.poll(() => listSurvivors(marker)).toEqual([])
  })

  it('killed by SIGKILL can be found and ended by the next one', async () => {
    const marker = randomUUID()
    const another = startAnother(marker, '')
    await new Promise((resolve) => another.stdout?.once('data', resolve))
    another.kill('SIGKILL')
    await finish(another)
    expect(listSurvivors(marker).length).toBeGreaterThanOrEqual(2)
    await killSurvivors(marker)
    expect(listSurvivors(marker)).toEqual([])
  })
})
