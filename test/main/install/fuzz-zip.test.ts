import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#main/install/refusal'
import { unpackZip } from '#main/install/unpack-zip'
import { makeTempDir } from '#test/helpers/temp-dir'
import { buildZip } from './build-zip.ts'
import { snapshot } from './open-for-test.ts'

const GOOD = buildZip(
  [
    { name: 'good/' },
    { name: 'good/SKILL.md', data: '---\nname: good\n---\n'.repeat(20) },
    { name: 'good/tools.json', data: '{"tools": []}', method: 0 },
    { name: 'good/scripts/run.sh', data: '#!/bin/sh\necho hello\n', mode: 0o100755, hasDescriptor: true },
  ],
  { comment: Buffer.from('A comment.') },
)
const RUNS = Number(process.env.SKILLET_ZIP_RUNS ?? 2000)
const SEED = Number(process.env.SKILLET_ZIP_SEED ?? 20_261_118)

/** Each change is made at one place, or in both headers of an entry, so that they go on agreeing. */
const places = fc.oneof(
  fc.nat(GOOD.length - 1).map((at) => [at]),
  fc
    .tuple(fc.constantFrom(...findHeaders('PK\x03\x04'), ...findHeaders('PK\x01\x02')), fc.nat(60))
    .map(([start, at]) => [Math.min(start + at, GOOD.length - 1)]),
  fc
    .tuple(fc.constantFrom(0, 1, 2, 3), fc.oneof(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 14, max: 45 })))
    .map(([entry, at]) => {
      const [local = 0, central = 0] = [findHeaders('PK\x03\x04')[entry], findHeaders('PK\x01\x02')[entry]]
      return [local + at, central + at + (at < 28 ? 2 : 16)]
    }),
)

function findHeaders(signature: string): number[] {
  const text = GOOD.toString('latin1')
  const found: number[] = []
  for (let at = text.indexOf(signature); at !== -1; at = text.indexOf(signature, at + 1)) found.push(at)
  return found
}

describe(`a valid archive with some of its bytes changed (${RUNS} times, seed ${SEED})`, () => {
  it('is unpacked within its folder or refused with a sentence, and nothing else ever happens', {
    timeout: 300_000,
  }, async () => {
    const root = makeTempDir()
    const [archive, into] = [join(root, 'a.zip'), join(root, 'into')]
    mkdirSync(into)
    const value = fc.oneof(fc.constantFrom(0, 1, 0x2e, 0x2f, 0x5c, 0x7f, 0x80, 0xff), fc.nat(255))
    const change = fc.record({ places, value })
    const whole = { weight: 19, arbitrary: fc.constant(null) }
    const cut = fc.oneof(whole, { weight: 1, arbitrary: fc.nat(GOOD.length) })
    const outcomes = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), cut, async (changes, cut) => {
        const bytes = Buffer.from(GOOD)
        for (const { places, value } of changes) for (const at of places) bytes[at] = value
        writeFileSync(archive, cut === null ? bytes : bytes.subarray(0, cut))
        let taken: string[] | null = null
        try {
          taken = await unpackZip(archive, into)
          outcomes.taken++
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          outcomes.refused++
        }
        if (readdirSync(root).join() !== 'a.zip,into') throw new Error('something lies beside the folder')
        if (readdirSync(into).length === 0) return
        const files = [...snapshot(into)].filter(([, kind]) => kind !== 'folder')
        if (taken) expect(files.map(([path]) => path).sort()).toEqual(taken.sort())
        if (files.some(([, kind]) => !kind.startsWith('file'))) throw new Error('something is no file')
        rmSync(into, { recursive: true })
        mkdirSync(into)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    console.log(`${outcomes.taken} taken, ${outcomes.refused} refused`)
    expect(outcomes.refused).toBeGreaterThan(outcomes.taken)
  })
})
