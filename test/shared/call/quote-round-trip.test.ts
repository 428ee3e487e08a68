import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteArgv } from '#shared/call/quote'
import { makeTempDir } from '#test/helpers/temp-dir'

const COUNT = 10_000
const seed = Number(process.env.SKILLET_SEED ?? Date.now() % 2 ** 31)
const FORMAT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const shells = (
  [
    { name: 'sh', form: 'posix' },
    { name: 'bash', form: 'bash' },
    { name: 'zsh', form: 'bash' },
  ] as const
).flatMap(({ name, form }) => {
  const path = [`/bin/${name}`, `/usr/bin/${name}`].find((each) => existsSync(each))
  return path === undefined ? [] : [{ name, form, path }]
})

const awkward = [
  '\n',
  '\t',
  "'",
  '"',
  '\\',
  '$',
  '`',
  '!',
  '%',
  '~',
  '#',
  '*',
  '=',
  '-',
  ' ',
  '\r',
  '\u0001',
  '\u007f',
  '\u001b',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '\ufeff',
  '\u2028',
  'é',
  '🙂',
  '{a,b}',
  '$(id)',
  '\\n',
  '%s',
  '\n\n',
  `a${'\u0336'.repeat(8)}`,
]

const element = fc
  .array(
    fc.oneof(fc.constantFrom(...awkward), fc.string({ maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 2 })),
    { maxLength: 5 },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed())

describe.each(shells)('$name', ({ path, form }) => {
  it(`gives a program the same bytes for ${COUNT} argument lists pasted from their ${form} form (seed ${seed})`, () => {
    const lists = fc.sample(fc.array(element, { maxLength: 5 }), { numRuns: COUNT, seed })
    const quoted = lists.map((list) => quoteArgv(['dump_arguments', ...list], form))
    expect(quoted.every(({ exact }) => exact)).toBe(true)
    const script = join(makeTempDir(), 'paste.sh')
    writeFileSync(
      script,
      `dump_arguments() { printf '%s\\0' "$#" "$@"; }\n${quoted.map(({ text }) => text).join('\n')}\n`,
    )

    const { stdout, stderr, status } = spawnSync(path, [script], { maxBuffer: 2 ** 28, env: { LC_ALL: 'C.UTF-8' } })
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
    const expected = lists.map((list) =>
      [String(list.length), ...(list.length === 0 ? [] : list)].map((each) => `${each}\0`).join(''),
    )
    expect(stdout.equals(Buffer.from(expected.join('')))).toBe(true)
  })

  it('gives a real program the same bytes', () => {
    const lists = fc.sample(fc.array(element, { minLength: 1, maxLength: 4 }), { numRuns: 200, seed })
    const lines = lists.map((list) => quoteArgv(['/usr/bin/printf', '%s\\0', ...list], form).text)
    const { stdout } = spawnSync(path, ['-c', lines.join('\n')], { maxBuffer: 2 ** 26, env: { LC_ALL: 'C.UTF-8' } })
    expect(stdout.toString()).toBe(lists.map((list) => list.map((each) => `${each}\0`).join('')).join(''))
  })
})

describe('the printed text', () => {
  it(`contains no control or format character, whatever the arguments (seed ${seed})`, () => {
    for (const form of ['bash', 'posix', 'powershell', 'json'] as const) {
      fc.assert(
        fc.property(fc.array(element, { maxLength: 4 }), (list) => !FORMAT.test(quoteArgv(['ad', ...list], form).text)),
        { seed, numRuns: 2000 },
      )
    }
  })
})
