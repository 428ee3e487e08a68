import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moveData } from '#main/data-folder/move-data'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'
import { callCli } from './run-cli.ts'

describe.runIf(process.platform === 'linux')('data that were moved, on the command line', () => {
  it('are found in their place, and a missing one is reported instead of an empty record', async () => {
    const cwd = makeTempDir()
    const [from, to] = [join(cwd, 'config', 'Skillet'), join(cwd, 'elsewhere')]
    mkdirSync(from, { recursive: true })
    const { ledger } = await openForTest({ home: from })
    await ledger.append([makeMessage('moved along')])
    await ledger.close()
    const signal = new AbortController().signal
    await moveData({ from, to, pointerFile: `${from}-place.json` }, { told: () => undefined, signal })
    const env = { XDG_CONFIG_HOME: join(cwd, 'config') }
    expect(await callCli(['log', 'verify'], { cwd, env })).toMatchObject({ code: 0 })
    expect([existsSync(from), existsSync(to)]).toEqual([false, true])

    rmSync(to, { recursive: true })
    const away = await callCli(['log', '--json'], { cwd, env })
    expect(away.code).toBe(1)
    expect(`${away.stdout}${away.stderr}`).toContain(`The data folder ${to} is missing`)
    expect([existsSync(from), existsSync(to)]).toEqual([false, false])
    const named = await callCli(['log'], { cwd, env: { ...env, SKILLET_HOME: join(cwd, 'other') } })
    expect(named.code).toBe(0)
  })
})
