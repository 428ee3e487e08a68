import { describe, expect, it } from 'vitest'
import { hashText, sealOf } from '#main/ledger/chain'
import { makeTempDir } from '#test/helpers/temp-dir'
import { DROP_GUARDS, openHere, openLedgerForTest, tamper } from './open-for-test.ts'
import { finishRun, makeMessage } from './sample-facts.ts'

const OUTPUT = 'what the program printed'

async function makeHome(): Promise<string> {
  const home = makeTempDir()
  const ledger = await openHere(home)
  for (let n = 1; n <= 9; n += 1) ledger.append([makeMessage(`message ${n}`)])
  ledger.append([{ ...finishRun('r'), stdoutSha256: hashText(OUTPUT) } as ReturnType<typeof finishRun>], [OUTPUT])
  expect(await ledger.verify()).toEqual({ ok: true, facts: 10 })
  ledger.close()
  return home
}

/** Read-only, so that opening does not repair what the test did. */
async function verifyAfter(...sql: string[]) {
  const home = await makeHome()
  tamper(home, DROP_GUARDS, ...sql)
  return (await openHere(home, true)).verify()
}

const LAST_SEAL = '(SELECT hash FROM facts ORDER BY seq DESC LIMIT 1)'

describe('verify', () => {
  it('names an edited fact', async () => {
    const edit = `UPDATE facts SET body = replace(body, '4', '5') WHERE seq = 4`
    expect(await verifyAfter(edit)).toMatchObject({
      ok: false,
      facts: 3,
      firstBad: 4,
      reason: /was altered after it was recorded/,
    })
  })

  it.each(['at', 'chat', 'type'])('names a fact of which only %s was edited', async (column) => {
    expect(await verifyAfter(`UPDATE facts SET ${column} = 'x' WHERE seq = 1`)).toMatchObject({
      ok: false,
      firstBad: 1,
    })
  })

  it('names the place of a missing fact, even if the rest was moved up', async () => {
    const remove = 'DELETE FROM facts WHERE seq = 5'
    expect(await verifyAfter(remove)).toMatchObject({ ok: false, firstBad: 5, reason: 'Entry 5 is missing.' })
    const moveUp = 'UPDATE facts SET seq = seq - 1 WHERE seq > 5'
    expect(await verifyAfter(remove, moveUp)).toMatchObject({
      ok: false,
      firstBad: 5,
      reason: /after the entry before it/,
    })
  })

  it('names two facts that were swapped', async () => {
    const swap = ['100 WHERE seq = 2', '2 WHERE seq = 3', '3 WHERE seq = 100']
    expect(await verifyAfter(...swap.map((to) => `UPDATE facts SET seq = ${to}`))).toMatchObject({ firstBad: 2 })
  })

  it('notices a cut tail', async () => {
    const cut = await verifyAfter('DELETE FROM facts WHERE seq > 7')
    expect(cut).toMatchObject({ ok: false, facts: 7, firstBad: 8, reason: /tail is cut/ })
    expect(await verifyAfter('DELETE FROM facts')).toMatchObject({ ok: false, facts: 0, firstBad: 1 })
  })

  it('notices a fact added after the last one', async () => {
    const forged = { seq: 11, at: 'now', chat: null, type: 'chat.deleted', body: '{}', prev: '' }
    const forge = (prev: string) =>
      `INSERT INTO facts SELECT 11, 'now', NULL, 'chat.deleted', '{}', ${prev}, '${sealOf(forged)}'`
    expect(await verifyAfter(forge("''"))).toMatchObject({ ok: false, firstBad: 11, reason: /not recorded by Skillet/ })
  })

  it('names the last fact if its seal was rewritten to fit an edit', async () => {
    const body = '{"role":"user","content":"another"}'
    const home = await makeHome()
    const open = await openHere(home, true)
    const at = open.read({ after: 9 })[0]?.at ?? ''
    const prev = open.db.prepare<[], string>('SELECT hash FROM facts WHERE seq = 9').pluck().get() ?? ''
    open.close()
    const seal = sealOf({ seq: 10, at, chat: 'chat-1', type: 'run.finished', body, prev })
    tamper(home, DROP_GUARDS, `UPDATE facts SET body = '${body}', hash = '${seal}' WHERE seq = 10`)
    const after = await openHere(home, true)
    expect(await after.verify()).toMatchObject({
      ok: false,
      firstBad: 10,
      reason: /not the last one that was recorded/,
    })
  })

  it('names the fact whose text was changed, and notices a missing one', async () => {
    const change = `UPDATE texts SET text = 'something else'`
    expect(await verifyAfter(change)).toMatchObject({ ok: false, firstBad: 10, reason: /text .* was altered/ })
    expect(await verifyAfter('DELETE FROM texts')).toMatchObject({ ok: false, reason: 'Only 0 of 1 texts exist.' })
  })

  it('notices a head that was set back', async () => {
    const setBack = `UPDATE head SET seq = 9, hash = (SELECT hash FROM facts WHERE seq = 9)`
    expect(await verifyAfter(setBack)).toMatchObject({ ok: false, firstBad: 10 })
    expect(await verifyAfter(`UPDATE head SET hash = 'x' || ${LAST_SEAL}`)).toMatchObject({ ok: false, firstBad: 10 })
    expect(await verifyAfter('DELETE FROM head')).toMatchObject({ ok: false, reason: /head .* is missing/ })
  })

  it('lets new facts in between its steps, and does not mistake them for damage', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    await ledger.append(Array.from({ length: 5000 }, (_, n) => makeMessage(`message ${n}`)))
    const order: string[] = []
    const verified = ledger.verify().finally(() => order.push('verified'))
    await ledger.append([makeMessage('in between')]).finally(() => order.push('appended'))
    expect(await verified).toEqual({ ok: true, facts: 5000 })
    expect(order).toEqual(['appended', 'verified'])
  })

  it('ends with a reason when the record is closed', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    await ledger.append(Array.from({ length: 5000 }, (_, n) => makeMessage(`message ${n}`)))
    const verified = expect(ledger.verify()).rejects.toMatchObject({ code: 'CLOSED' })
    await ledger.close()
    await verified
  })

  it('names where an unreadable record can no longer be read', async () => {
    const open = await openHere(makeTempDir())
    open.append([makeMessage('one')])
    open.db.exec('DROP TABLE texts')
    expect(await open.verify()).toMatchObject({ ok: false })
  })
})
