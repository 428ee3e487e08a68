import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { listSurvivors } from '#main/runners/process/survivors'
import { openTestCore } from '#test/helpers/open-test-core'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

const PROGRAM = join(import.meta.dirname, 'killed-app.ts')

it('a call of any kind is recorded as interrupted after the app was killed, and is not run again', {
  timeout: 60_000,
}, async () => {
  const home = makeTempDir()
  const app = spawn(process.execPath, [PROGRAM, home, makeTempDir()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  const lines = createInterface({ input: app.stdout })[Symbol.asyncIterator]()
  const count = Number((await lines.next()).value)
  const started: string[] = []
  while (started.length < count) started.push(String((await lines.next()).value))
  app.kill('SIGKILL')
  await once(app, 'close')

  const { core } = await openTestCore({ home })
  const facts = await core.ledger.read({ calls: started })
  const ends = facts.flatMap((fact) => (fact.type.startsWith('run.') && 'call' in fact ? [[fact.call, fact.type]] : []))
  for (const title of started) {
    expect(ends.filter(([call]) => call === title).map(([, type]) => type)).toEqual(['run.started', 'run.interrupted'])
  }
  const runs = facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.run] : []))
  await expect.poll(() => runs.flatMap((run) => listSurvivors(run))).toEqual([])
  await core.close()
  const later = await openTestCore({ home })
  onTestFinished(() => later.core.close())
  expect(await later.core.ledger.read({ calls: started })).toEqual(facts)
})
