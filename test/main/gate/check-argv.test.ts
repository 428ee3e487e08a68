import { describe, expect, it } from 'vitest'
import type { Json } from '#shared/json'
import { asReported, message, textOf } from '#shared/messages/message'
import {
  makeRequest,
  makeSurroundings,
  makeTool,
  type Surroundings,
  type WrittenArg,
  type WrittenTool,
} from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

async function plan(args: WrittenArg[], given: Json, written: WrittenTool = {}, changes: Partial<Surroundings> = {}) {
  return planCall(makeRequest(makeTool({ args, ...written }), given), makeSurroundings(changes))
}

async function codeOf(...call: Parameters<typeof plan>): Promise<string> {
  const planned = await plan(...call)
  return planned.ok ? 'planned' : planned.error.code
}

async function notesOf(...call: Parameters<typeof plan>) {
  const planned = await plan(...call)
  if (!planned.ok) throw new Error(textOf(planned.error.message))
  const { notes, risk } = planned.plan
  const words = notes.map((note) => ({ ...note, text: textOf(note.text) }))
  return { notes: words, risk: { ...risk, reasons: risk.reasons.map((reason) => textOf(reason)) } }
}

const binaries = 'git tar find curl sort zip ssh sed awk grep date wc'.split(' ')

const payloads = [
  ...[
    '--upload-pack=touch PWNED',
    '--output=PWNED',
    '--output',
    '-oPWNED',
    '-O',
    '-Ocmd',
    '--exec=touch PWNED',
    '--checkpoint-action=exec=sh x',
  ],
  ...[
    '--to-command=sh',
    '-Ish x',
    '--use-compress-program=sh',
    '-delete',
    '-exec',
    '-fprint',
    '-ok',
    '-execdir',
    '-K/tmp/x',
    '-o/tmp/x',
    '--config=x',
  ],
  ...[
    '--proto=file',
    '-Tx',
    '-oProxyCommand=touch PWNED',
    '-F/tmp/x',
    '-w',
    '-i',
    '-n',
    '-e1e touch PWNED',
    '-f/etc/passwd',
    '--file=/etc/passwd',
  ],
  ...[
    '-TT',
    '--unzip-command=sh',
    '--compress-program=./x',
    '-S1',
    '--files0-from=x',
    '--set=2000-01-01',
    '-s',
    '--',
    '-',
    '---',
    '-\u202e-x',
  ],
]

describe('a positional that looks like an option', () => {
  it.each(binaries)(`is refused for %s, each of ${payloads.length} ways, and nothing is looked up`, async (binary) => {
    let lookups = 0
    const findBinary: Surroundings['findBinary'] = async () => {
      lookups += 1
      return { ok: false, code: 'BINARY_NOT_FOUND', message: asReported('') }
    }
    for (const x of payloads) {
      const planned = await plan([{ param: 'x' }], { x }, { binary }, { findBinary })
      expect(planned).toMatchObject({ ok: false, error: { code: 'ARG_LOOKS_LIKE_OPTION', path: 'x' } })
    }
    expect({ lookups, payloads: payloads.length }).toEqual({ lookups: 0, payloads: 40 })
  })

  it('is refused in every piece of a split value', async () => {
    expect(await codeOf([{ param: 'x', split: true }], { x: 'a --output=x' })).toBe('ARG_LOOKS_LIKE_OPTION')
    expect(await codeOf([{ param: 'x', split: true }], { x: 'a b' })).toBe('planned')
  })

  it.each([-5, -0.5, -1e-7, '-3'])('runs where it is a number that the schema asks for: %j', async (x) => {
    for (const type of ['number', 'integer']) {
      if (type === 'integer' && !Number.isInteger(Number(x))) continue
      const { notes, risk } = await notesOf([{ param: 'x' }], { x }, { properties: { x: { type } } })
      expect(notes).toEqual([{ element: 2, text: 'a negative number, as the schema asks for' }])
      expect(risk.class).toBe('C')
    }
    expect(await codeOf([{ param: 'x' }], { x }, { properties: { x: { type: 'string' } } })).toBe(
      'ARG_LOOKS_LIKE_OPTION',
    )
    expect(await codeOf([{ param: 'x' }], { x })).toBe('ARG_LOOKS_LIKE_OPTION')
  })

  it('is asked about every time if the skill allows it', async () => {
    const { notes, risk } = await notesOf([{ param: 'x', allowLeadingDash: true }], { x: '-x' })
    expect(notes).toEqual([{ element: 2, text: 'looks like an option', raises: true }])
    expect(risk.class).toBe('D')
  })

  it('does not limit the skill itself, which may write anything', async () => {
    const args = [
      { kind: 'literal', value: '--fixed' },
      { param: 'x', absentDefault: '-d' },
    ]
    expect(await notesOf(args, {})).toMatchObject({ notes: [], risk: { class: 'C' } })
  })
})

describe('a flag value that looks like an option', () => {
  it('runs only after a question, marked and one class higher', async () => {
    const { notes, risk } = await notesOf([{ param: 'x', kind: 'flag' }], { x: '- item' })
    expect(notes).toEqual([{ element: 3, text: 'looks like an option', raises: true }])
    expect(risk).toMatchObject({
      class: 'D',
      reasons: expect.arrayContaining(['argument 3 ("- item") looks like an option']),
    })
  })
})

describe('on Windows', () => {
  const platform = 'win32'

  it.each(['/delete', '@response.txt', '-x', '\u2212x', '\uff0dx', '\u2010x'])('%j is an option', async (x) => {
    expect(await codeOf([{ param: 'x' }], { x }, {}, { platform })).toBe('ARG_LOOKS_LIKE_OPTION')
    expect((await notesOf([{ param: 'x', kind: 'flag' }], { x }, {}, { platform })).risk.class).toBe('D')
  })

  it('the same values are only pointed out on other systems', async () => {
    for (const x of ['/delete', '@response.txt']) expect((await notesOf([{ param: 'x' }], { x })).risk.class).toBe('D')
    expect((await notesOf([{ param: 'x' }], { x: '\u2212x' })).risk.class).toBe('C')
  })

  it('the length of the whole line is limited', async () => {
    expect(await codeOf([{ param: 'x' }], { x: 'x'.repeat(32_000) }, {}, { platform })).toBe('planned')
    expect(await codeOf([{ param: 'x' }], { x: 'x'.repeat(32_768) }, {}, { platform })).toBe('ARG_TOO_LONG')
    expect(await codeOf([{ param: 'x' }], { x: '"'.repeat(20_000) }, {}, { platform })).toBe('ARG_TOO_LONG')
  })
})

describe('what cannot be passed', () => {
  it.each<[string, WrittenArg, string, string]>([
    ['a NUL in a positional', {}, 'a\0b', 'ARG_NUL'],
    ['a NUL in a flag', { kind: 'flag' }, '\0', 'ARG_NUL'],
    ['a NUL in the folder', { kind: 'workingdir' }, 'a\0', 'ARG_NUL'],
    ['a NUL on standard input, which may hold it', { kind: 'stdin' }, 'a\0b', 'planned'],
    ['a lone surrogate', {}, 'a\ud800b', 'ARG_ILL_FORMED'],
    ['a lone surrogate in a flag', { kind: 'flag' }, '\udc00', 'ARG_ILL_FORMED'],
    ['a lone surrogate on standard input', { kind: 'stdin' }, '\ud800', 'ARG_ILL_FORMED'],
    ['a lone surrogate in a file', { kind: 'tempfile' }, '\ud800', 'ARG_ILL_FORMED'],
    ['a whole pair', {}, '🙂', 'planned'],
    ['one element of 128 KiB', {}, 'x'.repeat(131_072), 'ARG_TOO_LONG'],
    ['one byte less', {}, 'x'.repeat(131_071), 'planned'],
    ['128 KiB in wide characters', {}, 'é'.repeat(65_536), 'ARG_TOO_LONG'],
    ['wide characters that fit', {}, 'é'.repeat(65_535), 'planned'],
    ['as much on standard input', { kind: 'stdin' }, 'x'.repeat(500_000), 'planned'],
    ['as much in a file', { kind: 'tempfile' }, 'x'.repeat(500_000), 'planned'],
  ])('%s', async (_, arg, x, code) => {
    expect(await codeOf([{ param: 'x', ...arg }], { x })).toBe(code)
  })

  it('includes more than 1.5 MB in total, with the environment', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `p${index}`)
    const args = names.map((param) => ({ param, absentDefault: 'x'.repeat(90_000) }))
    expect(await codeOf(args, {})).toBe('planned')
    expect(await codeOf(args, {}, {}, { env: { BIG: 'x'.repeat(100_000) } })).toBe('ARG_TOO_LONG')
    const planned = await plan(
      args.map((each) => ({ ...each, absentDefault: 'x'.repeat(131_071) })),
      {},
    )
    expect(planned).toMatchObject({
      error: { code: 'ARG_TOO_LONG', message: expect.stringContaining('all arguments together') },
    })
  })

  it('is reported differently if the skill wrote it', async () => {
    const planned = await plan([{ kind: 'literal', value: 'a\0' }], {})
    expect(planned).toMatchObject({
      error: { code: 'ARG_NUL', message: expect.stringContaining('that the skill sets') },
    })
  })
})

describe('what is pointed out', () => {
  it.each<[string, string]>([
    ['@file', 'starts with @'],
    ['/etc/passwd', 'looks like a path'],
    ['//etc/passwd', 'looks like a path'],
    ['~/.ssh/id_rsa', 'looks like a path'],
    ['../up', 'looks like a path'],
    ['a/../../b', 'looks like a path'],
    ['file:///etc/passwd', 'looks like a path'],
    ['C:\\Windows', 'looks like a path'],
    ['\\\\server\\share', 'looks like a path'],
    ['https://example.test/', 'looks like an address'],
    ['ftp://x', 'looks like an address'],
    ['data:text/html,x', 'looks like an address'],
    ['ext::sh -c id', 'looks like an address'],
    ['me@host:path', 'looks like an address'],
    ['user\u202etxt', 'invisible'],
    ['zero\u200bwidth', 'invisible'],
    ['a\u001b[2Kb', 'invisible'],
  ])('%j, one class higher', async (x, text) => {
    const { notes, risk } = await notesOf([{ param: 'x' }], { x })
    expect(notes).toEqual([{ element: 2, text: expect.stringContaining(text), raises: true }])
    expect(risk.class).toBe('D')
  })

  it.each([
    'notes/today.md',
    'a..b',
    'a/..b',
    'half 1/2',
    'time 12:30',
    'mail me@host',
    '# Title\n\nText',
    'x=../y',
    `/${'x'.repeat(5000)}`,
  ])('not %j', async (x) => {
    expect(await notesOf([{ param: 'x' }], { x })).toMatchObject({ notes: [], risk: { class: 'C' } })
  })

  it('includes hidden characters on standard input', async () => {
    expect((await notesOf([{ param: 'x', kind: 'stdin' }], { x: 'a\u202eb' })).notes).toMatchObject([
      { element: -1, raises: true },
    ])
  })

  it('does not include an address that the schema checks, unless a resolver made it', async () => {
    for (const schema of [
      { type: 'string', format: 'https-url' },
      { type: 'string', pattern: '^https://example\\.test/' },
    ]) {
      const properties = { x: schema }
      expect((await notesOf([{ param: 'x' }], { x: 'https://example.test/' }, { properties })).notes).toEqual([])
      const resolveCommand = { command: { binary: 'look', subcommand: '' }, args: [] }
      const planned = await plan(
        [{ param: 'x', resolveCommand }],
        { x: 'https://example.test/' },
        { properties, allowlist: { ad: ['run'], look: [''] } },
        { runHelper: async () => ({ outcome: 'resolved', value: 'https://other.test/' }) },
      )
      expect(planned.ok && planned.plan.notes).toEqual([{ element: 2, text: message('note-address'), raises: true }])
    }
  })

  it('includes a Windows path without its backslashes, without a higher risk', async () => {
    const { notes, risk } = await notesOf([{ param: 'x', normalizeNewlines: true }], { x: 'dir C:\\new' })
    expect(notes).toEqual([{ element: 2, text: expect.stringContaining('looks like a Windows path') }])
    expect(risk.class).toBe('C')
  })
})
