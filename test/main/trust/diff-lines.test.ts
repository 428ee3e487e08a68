import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from '#main/trust/diff-lines'

const lines = (count: number, change: (index: number) => string = String) =>
  Array.from({ length: count }, (_, index) => change(index)).join('\n')

describe('a diff of lines', () => {
  it('is empty if nothing changed', () => {
    expect(diffLines('a\nb\n', 'a\nb\n')).toEqual([])
  })

  it('shows what changed with three lines around it, and where it is', () => {
    expect(
      diffLines(
        lines(20),
        lines(20, (at) => (at === 10 ? 'ten' : String(at))),
      ),
    ).toEqual(['@@ -8 +8 @@', ...[' 7', ' 8', ' 9', '-10', '+ten', ' 11', ' 12', ' 13']])
  })

  it('shows distant changes in separate parts', () => {
    const changed = diffLines(lines(40), `first\n${lines(40, (at) => (at === 30 ? 'thirty' : String(at)))}`)
    expect(changed?.filter((line) => line.startsWith('@@'))).toEqual(['@@ -1 +1 @@', '@@ -28 +29 @@'])
  })

  it('is given up if nearly everything differs', () => {
    expect(
      diffLines(
        lines(5000),
        lines(5000, (at) => `other ${at}`),
      ),
    ).toBe(null)
  })

  it('leads from any text to any other, with the fewest lines where a person would see them', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (old, now) => {
        const before = ['start', ...old]
        const diff = diffLines(before.join('\n'), ['start', ...now].join('\n')) ?? []
        expect(apply(before, diff)).toEqual(['start', ...now])
      }),
    )
  })
})

/** As `patch` would: each part begins at the line it names. */
function apply(old: string[], diff: string[]): string[] {
  const result: string[] = []
  let at = 0
  for (const line of diff) {
    const hunk = /^@@ -(\d+) /.exec(line)
    if (hunk) {
      result.push(...old.slice(at, Number(hunk[1]) - 1))
      at = Number(hunk[1]) - 1
    } else if (line.startsWith('+')) result.push(line.slice(1))
    else {
      expect(line.slice(1)).toBe(old[at])
      if (line.startsWith(' ')) result.push(line.slice(1))
      at += 1
    }
  }
  return [...result, ...old.slice(at)]
}
