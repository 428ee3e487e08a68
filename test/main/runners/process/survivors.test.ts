import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readProcess } from '#main/runners/process/process-table'
import { killIfSame, killSurvivors, listSurvivors } from '#main/runners/process/survivors'
import { fixtureBin, isAlive } from '#test/helpers/fixture-bin'

/** Started without the supervisor, as if by a Skillet that is no more. */
function startMarked(marker: string, name: string, args: string[] = []) {
  const env = { PATH: '/usr/bin:/bin', SKILLET_RUN: marker }
  const child = spawn(fixtureBin(name), args, { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const pid = child.pid ?? Number.NaN
  onTestFinished(async () => {
    await killSurvivors(marker)
  })
  return {
    pid,
    said: new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(`${data}`))),
  }
}

describe.runIf(process.platform === 'linux')('the survivors of a run', () => {
  it('are found by the marker in their environment, in any session, and killed', async () => {
    const marker = randomUUID()
    const { pid, said } = startMarked(marker, 'setsid-daemon', ['stay'])
    const daemon = Number.parseInt(await said, 10)
    const commands = () => listSurvivors(marker).map(({ command }) => command)
    const own = `/bin/sh ${fixtureBin('setsid-daemon')} stay`
    await expect.poll(() => commands().sort()).toEqual([own, 'sleep 1000', 'sleep 1000'])
    const survivors = listSurvivors(marker)
    expect(survivors.map((survivor) => survivor.pid)).toEqual(expect.arrayContaining([pid, daemon]))
    await killSurvivors(marker)
    expect(listSurvivors(marker)).toEqual([])
    expect(survivors.filter((survivor) => isAlive(survivor.pid))).toEqual([])
  })

  it('are not those of a run whose marker only begins or ends alike', async () => {
    const marker = randomUUID()
    const { pid, said } = startMarked(marker, 'forever')
    await said
    for (const other of [marker.slice(0, -1), `${marker}0`, marker.slice(1), '', 'x']) {
      expect(listSurvivors(other)).toEqual([])
      await killSurvivors(other)
    }
    expect(isAlive(pid)).toBe(true)
    expect(listSurvivors(marker).map((survivor) => survivor.pid)).toContain(pid)
  })

  it('are looked for only among younger processes on request', async () => {
    const marker = randomUUID()
    const { pid, said } = startMarked(marker, 'forever')
    await said
    expect(listSurvivors(marker, pid - 1).map((survivor) => survivor.pid)).toContain(pid)
    expect(listSurvivors(marker, pid).map((survivor) => survivor.pid)).not.toContain(pid)
  })

  it('are not killed if their number now belongs to another process', async () => {
    const { pid, said } = startMarked(randomUUID(), 'forever')
    await said
    const startTime = readProcess(pid)?.startTime ?? ''
    killIfSame({ pid, startTime: `${Number(startTime) - 1}` })
    expect(isAlive(pid)).toBe(true)
    killIfSame({ pid, startTime })
    await expect.poll(() => isAlive(pid)).toBe(false)
    killIfSame({ pid, startTime })
  })
})
