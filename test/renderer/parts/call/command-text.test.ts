import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteLength, FOLD_BYTES, foldSegments, segmentsOf } from '#renderer/parts/call/command-text.tsx'
import type { Origin } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'

const origins = (count: number): Origin[] => Array.from({ length: count }, (_, at) => (at % 2 ? 'model' : 'skill'))
const join = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join(' ')
const element = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.constantFrom('', '-x', 'a=b', '$(id)', "it's", 'a\nb', '\u202e', 'if', '%1', '~'),
)
const big = fc.array(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 1500 }), { minLength: 1, maxLength: 9 })

const command = (argv: string[], origin: Origin[]) => ({
  action: {
    ...({ kind: 'process', argv, origin, binary: { name: '', path: null } } as const),
    ...{ cwd: '/', env: [], stdin: null, tempFiles: [] },
  },
})

describe('the command line of a plan', () => {
  it('reads exactly like the whole argument list quoted for bash, whatever the elements are', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 8 }), (argv) => {
        expect(join(segmentsOf(command(argv, origins(argv.length))))).toBe(quoteArgv(argv, 'bash').text)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps the origin of each element, and counts an unknown one as the model’s', () => {
    const segments = segmentsOf(command(['df', '-h', '/x'], ['skill', 'skill']))
    expect(segments.map(({ origin }) => origin)).toEqual(['skill', 'skill', 'model'])
  })

  it('shows as JSON an element that cannot be quoted', () => {
    expect(segmentsOf(command(['a', 'b\0c'], []))[1]?.text).toBe('"b\\u0000c"')
  })
})

describe('folding a long command', () => {
  const line = (bytes: number) => segmentsOf(command(['x'.repeat(bytes)], []))

  it('starts above 4 KiB', () => {
    expect(foldSegments(line(FOLD_BYTES), false).foldedBytes).toBe(0)
    expect(foldSegments(line(FOLD_BYTES + 1), false).foldedBytes).toBeGreaterThan(0)
    expect(FOLD_BYTES).toBe(4096)
  })

  it('shows everything, unchanged, after it is unfolded', () => {
    const segments = line(50_000)
    expect(foldSegments(segments, true)).toEqual({ head: segments, tail: [], foldedBytes: 0 })
  })

  it('accounts for every byte: what is shown and what is counted make the whole', () => {
    fc.assert(
      fc.property(big, (argv) => {
        const segments = segmentsOf(command(argv, origins(argv.length)))
        const total = byteLength(join(segments))
        const { head, tail, foldedBytes } = foldSegments(segments, false)
        if (foldedBytes === 0) {
          expect(total).toBeLessThanOrEqual(FOLD_BYTES)
          expect(head).toEqual(segments)
          return
        }
        expect(total).toBeGreaterThan(FOLD_BYTES)
        expect(join(segments).startsWith(join(head))).toBe(true)
        expect(join(segments).endsWith(join(tail))).toBe(true)
        expect(byteLength(join(head)) + byteLength(join(tail)) + foldedBytes).toBe(total)
      }),
      { numRuns: 300, endOnFailure: true },
    )
  })

  it('does the same for a long text, never through a character', () => {
    const text = '𝒳é'.repeat(3000)
    const folded = foldSegments([{ text }], false)
    const [head = '', tail = ''] = [...folded.head, ...folded.tail].map((piece) => piece.text)
    expect(head.isWellFormed() && tail.isWellFormed()).toBe(true)
    expect(byteLength(head) + byteLength(tail) + folded.foldedBytes).toBe(byteLength(text))
    expect(foldSegments([{ text }], true)).toEqual({ head: [{ text }], tail: [], foldedBytes: 0 })
  })
})
