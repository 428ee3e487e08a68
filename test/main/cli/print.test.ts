import { describe, expect, it } from 'vitest'
import { readLines } from '#main/cli/calls/plan'
import { findStand } from '#main/cli/invocation'
import { readSince } from '#main/cli/log/log'
import { alignColumns, toPrintable } from '#main/cli/print'

describe('text for a terminal', () => {
  it('keeps lines, tabs and ordinary letters, and escapes everything else', () => {
    const hostile = 'a\tb\r\n\u001b[2J\u001b]0;title\u0007\rover\u202eevil\u0000 ž 漢 👩‍💻'
    expect(toPrintable(hostile)).toBe('a\tb\n\\u{1B}[2J\\u{1B}]0;title\\u{7}\\rover\\u{202E}evil\\u{0} ž 漢 👩‍💻')
  })

  it('is in columns, the last one unpadded', () => {
    expect(
      alignColumns([
        ['a', 'bbb', 'c'],
        ['žluť', 'b', 'long long'],
      ]),
    ).toEqual(['a     bbb  c', 'žluť  b    long long'])
  })
})

describe('a time', () => {
  const now = new Date('2026-03-05T12:00:00Z')
  it.each([
    ['90m', '2026-03-05T10:30:00.000Z'],
    ['12h', '2026-03-05T00:00:00.000Z'],
    ['7d', '2026-02-26T12:00:00.000Z'],
    ['2w', '2026-02-19T12:00:00.000Z'],
    ['2026-03-01T08:00Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01', new Date(2026, 2, 1).toISOString()],
    ['yesterday', null],
    ['7', null],
    ['2026-13-01', null],
    ['2026-02-30', null],
    ['2026-02-30T10:00', null],
    ['2026-03-01T00:30+02:00', '2026-02-28T22:30:00.000Z'],
    ['2026-3-1', null],
  ])('%s is %s', (said, moment) => {
    expect(readSince(said, now)).toBe(moment)
  })
})

describe('lines', () => {
  it('are joined from pieces, even with split characters', async () => {
    const bytes = Buffer.from('{"a":"ž"}\r\n\n{"b":1}')
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
    const lines: string[] = []
    for await (const line of readLines(
      (async function* () {
        yield* pieces
      })(),
    ))
      lines.push(line)
    expect(lines).toEqual(['{"a":"ž"}\r', '', '{"b":1}'])
  })
})

describe('the person’s working folder', () => {
  it('is where npm was called only if npm moved to the repository', () => {
    expect(findStand({ INIT_CWD: '/from' }, '/repo', '/repo')).toBe('/from')
    expect(findStand({ INIT_CWD: '/from' }, '/elsewhere', '/repo')).toBe('/elsewhere')
    expect(findStand({}, '/repo', '/repo')).toBe('/repo')
  })
})
