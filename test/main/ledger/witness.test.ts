import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWitness, readWitness } from '#main/ledger/witness'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('the witness', () => {
  it('remembers the last fact it was told of', () => {
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

  it('says nothing when a byte of its note is not as it was written', () => {
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
