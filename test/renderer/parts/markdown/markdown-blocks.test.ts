import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cut, collectDefinitions, growBlocks } from '#renderer/parts/markdown/markdown-blocks.ts'

const splitBlocks = (text: string) => growBlocks(null, text).blocks
const sources = (text: string) => splitBlocks(text).map(({ source }) => source)

describe('cutting a message into blocks', () => {
  const table: [string, string, string[]][] = [
    ['at blank lines', 'one\n\ntwo\n\n\nthree', ['one', 'two', 'three']],
    ['not inside a paragraph', 'one\ntwo', ['one\ntwo']],
    [
      'not inside a list whose items stand apart',
      '- a\n\n- b\n\n  more of b\n\nend',
      ['- a\n\n- b\n\n  more of b', 'end'],
    ],
    ['not between a sentence and its list', 'These:\n1. a\n\n2. b\n\nend', ['These:\n1. a\n\n2. b', 'end']],
    ['not inside indented code', '    a\n\n    b\n\nc', ['    a\n\n    b', 'c']],
    ['after Windows line breaks too', 'one\r\n\r\ntwo', ['one', 'two']],
    ['into nothing where there is nothing', '\n \n', []],
  ]
  it.each(table)('works %s', (_title, text, expected) => {
    expect(sources(text)).toEqual(expected)
  })

  it('takes fenced code unchanged, even without a blank line before it and with blank lines in it', () => {
    expect(splitBlocks('look:\n```ts x=1\na\n\n  b\n```\nend')).toEqual([
      { kind: 'markdown', source: 'look:' },
      { kind: 'code', language: 'ts', source: 'a\n\n  b' },
      { kind: 'markdown', source: 'end' },
    ])
  })

  it('ends a fence only at a line of the same marks, at least as many', () => {
    expect(splitBlocks('~~~~\n```\n~~~\nx\n~~~~~')).toEqual([{ kind: 'code', language: '', source: '```\n~~~\nx' }])
  })

  it('treats an unclosed fence as code to the end', () => {
    expect(splitBlocks('```\na\n\nb')).toEqual([{ kind: 'code', language: '', source: 'a\n\nb' }])
  })

  it('does not mistake a line of inline code for a fence', () => {
    expect(splitBlocks('```not a fence```\nx')).toEqual([{ kind: 'markdown', source: '```not a fence```\nx' }])
  })

  it('takes a formula on its own lines whole, even if a line of it begins like a list item', () => {
    expect(splitBlocks('so:\n$$\na\n+ b = c\n$$\nend')).toEqual([
      { kind: 'markdown', source: 'so:' },
      { kind: 'formula', tex: '\na\n+ b = c\n', source: '$$\na\n+ b = c\n$$' },
      { kind: 'markdown', source: 'end' },
    ])
    expect(splitBlocks('\\[ a = b \\]')).toEqual([{ kind: 'formula', tex: ' a = b ', source: '\\[ a = b \\]' }])
    expect(splitBlocks('```math\na\n```')).toEqual([{ kind: 'formula', tex: 'a', source: '```math\na\n```' }])
  })

  it('shows an unfinished formula as it is, and treats it as text if a blank line ends it', () => {
    expect(splitBlocks('so:\n$$\na\n+ b')).toEqual([
      { kind: 'markdown', source: 'so:' },
      { kind: 'plain', source: '$$\na\n+ b' },
    ])
    expect(splitBlocks('$$\na\n\nb')[0]).toEqual({ kind: 'markdown', source: '$$\na' })
    expect(splitBlocks('```math\na')).toEqual([{ kind: 'code', language: 'math', source: 'a' }])
  })

  it('joins the lines of a formula in a list or a quotation, and leaves those in code alone', () => {
    expect(sources('- so\n  $$\n  a\n  + b = c % why\n  $$\n- next')).toEqual(['- so\n  $$ a + b = c  $$\n- next'])
    expect(sources('> \\[\n> a = b\n> \\]')).toEqual(['> \\[ a = b \\]'])
    expect(sources('- ```\n  $$\n  a = b\n  $$\n  ```')).toEqual(['- ```\n  $$\n  a = b\n  $$\n  ```'])
  })

  it('takes no longer if many formulas begin and none ends', () => {
    const began = performance.now()
    for (const line of ['\\[', '- \\[ a', '$$', '- $$ a', '$$ $', '> \\[\n>']) splitBlocks(`${line}\n`.repeat(60_000))
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('leaves a fence in a list item to the list', () => {
    expect(splitBlocks('- a\n  ```\n  x\n\n  y\n  ```\n- b')).toHaveLength(1)
  })

  it('returns as plain text what would keep the parser busy', () => {
    const texts = ['*_'.repeat(8000), ']'.repeat(16_000), 'a\n=\n'.repeat(4000), '> '.repeat(4000), '>'.repeat(4000)]
    for (const text of [...texts, '- '.repeat(4000), 'word '.repeat(10_000)])
      expect(splitBlocks(text)[0]?.kind).toBe('plain')
  })

  it('finds definitions anywhere except in code', () => {
    const blocks = splitBlocks('[a][1]\n\n[1]: https://a.example/\n\n```\n[2]: https://b.example/\n```')
    expect(collectDefinitions(blocks)).toBe('[1]: https://a.example/')
  })
})

const line = fc.constantFrom(
  ...[
    '',
    '',
    'text',
    'more *text*',
    '- item',
    '1. item',
    '2)',
    '  inner',
    '    code',
    '```',
    '```ts',
    '~~~',
    '> quote',
    '# head',
  ],
  ...[
    '$$',
    '$$x^2$$',
    '\\[',
    '\\]',
    'a = b',
    '  $$',
    '- $$',
    '+ b = c',
    '> $$',
    '> a = b',
    '```math',
    '$$ x = 1 $$ so',
  ],
  ...['| a | b |', '|---|---|', '---', '***', '<b>', '   ', '- ', '10', '[x]: https://a.example'],
)

describe('adding text to a message', () => {
  it('changes only the last block, wherever the text was cut', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.nat(400), (lines, cut) => {
        const whole = lines.join('\n')
        const before = splitBlocks(whole.slice(0, cut))
        const after = splitBlocks(whole)
        expect(after.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1))
      }),
      { numRuns: 5000 },
    )
  })

  it('loses nothing but white space and the marks of fences and quotations', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const bare = (text: string) => text.replace(/^ {0,3}(?:`{3,}|~{3,}).*$|[\s>]/gm, '')
        expect(bare(sources(lines.join('\n')).join('\n'))).toBe(bare(lines.join('\n')))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a message while it is written', () => {
  const piece = fc.constantFrom(
    ...['word ', 'a', '\n', '\n\n', '- item\n', '2', '. ', '1. one\n', '```', '```ts\n', '~~~\n', '    ', '  ', '> '],
    ...['$$', '$$\n', '\\[', '\\]', 'x^2', '[a]: b\n', '\r\n', '\r', '| a | b |\n', '---\n', '# head\n', '*', '`'],
  )

  it('is cut like the whole of it, whatever arrived together', () => {
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 30 }), (arrivals) => {
        let known: Cut | null = null
        let text = ''
        for (const arrival of arrivals) {
          text += arrival.join('')
          known = growBlocks(known, text)
          expect(known.blocks).toEqual(splitBlocks(text))
        }
      }),
      { numRuns: Number(process.env.SKILLET_RUNS ?? 500) },
    )
  })

  it('is cut again if it is a different one', () => {
    const known = growBlocks(null, 'one\n\ntwo')
    expect(growBlocks(known, 'three\n\nfour').blocks).toEqual(splitBlocks('three\n\nfour'))
  })
})
