import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUp, stageRestore } from '#main/ledger/open-ledger'
import { openWitness, readWitness } from '#main/ledger/witness'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest } from './open-for-test.ts'
import { makeMessage } from './sample-facts.ts'

describe('the witness', () => {
  it('remembers the last fact it was given', () => {
    const path = join(makeTempDir(), 'head')
    expect(readWitness(path)).toBe(0)
    const witness = openWitness(path)
    expect(readWitness(path)).toBe(0)
    for (const seq of [9, 10, 123_456_789, 7]) {
      witness.note(seq)
      expect(readWitness(path)).toBe(seq)
    }
    witness.close()
    openWitness(path).close()
    expect(readWitness(path)).toBe(7)
  })

  it('says nothing if a byte of its note was changed', () => {
    const path = join(makeTempDir(), 'head')
    const witness = openWitness(path)
    witness.note(1234)
    witness.close()
    const note = readFileSync(path)
    for (let at = 0; at < note.length; at += 1) {
      const damaged = Buffer.from(note)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(path, damaged)
      expect(readWitness(path)).toBe(0)
    }
    writeFileSync(path, note.subarray(0, 10))
    expect(readWitness(path)).toBe(0)
  })
})

describe('the note outside the data folder', () => {
  /** A record of nine facts, and a copy of its whole folder from when there were five. */
  async function rollBack() {
    const [home, copy, outside] = [makeTempDir(), makeTempDir(), makeTempDir()]
    const write = async (from: number, to: number) => {
      const { ledger } = await openForTest({ home, outside })
      for (let n = from; n <= to; n += 1) await ledger.append([makeMessage(`message ${n}`)])
      await ledger.close()
    }
    await write(1, 5)
    cpSync(home, copy, { recursive: true })
    await write(6, 9)
    rmSync(home, { recursive: true })
    cpSync(copy, home, { recursive: true })
    return { home, outside }
  }

  it('reports that an older copy replaced the whole folder, to a reader too', async () => {
    const { home, outside } = await rollBack()
    const { ledger } = await openForTest({ home, outside, readOnly: true })
    const found = await ledger.verify()
    expect(found).toMatchObject({ ok: false, facts: 5, firstBad: 6 })
    expect(textOf(found.reason ?? '')).toContain('Entries 6 to 9 are missing')
    const unseen = await openForTest({ home, readOnly: true })
    expect(await unseen.ledger.verify()).toEqual({ ok: true, facts: 5 })
  })

  it('lets the owner set such a copy aside, and says how much is missing', async () => {
    const { home, outside } = await rollBack()
    const { salvaged } = await openForTest({ home, outside })
    expect(salvaged).toMatchObject({ kept: 5, lost: 4 })
  })

  it('lets a backup that the person chose replace it', async () => {
    const [home, outside] = [makeTempDir(), makeTempDir()]
    const write = async (count: number) => {
      const { ledger } = await openForTest({ home, outside })
      for (let n = 0; n < count; n += 1) await ledger.append([makeMessage(`message ${n}`)])
      await ledger.close()
    }
    await write(5)
    const { file } = await backUp(home, join(makeTempDir(), 'backup'))
    await write(4)
    await stageRestore(home, file)
    const { ledger, restored, salvaged } = await openForTest({ home, outside })
    expect(restored).toBeDefined()
    expect(salvaged).toBeUndefined()
    expect(await ledger.verify()).toMatchObject({ ok: true })
  })

  it('does no harm if it cannot be written', async () => {
    const [home, blocked] = [makeTempDir(), join(makeTempDir(), 'file')]
    writeFileSync(blocked, '')
    const { ledger } = await openForTest({ home, outside: join(blocked, 'folder') })
    await ledger.append([makeMessage('one')])
    expect(await ledger.verify()).toEqual({ ok: true, facts: 1 })
  })
})
