import { describe, expect, it } from 'vitest'
import { nameOfFolder, readPage } from '#main/skills/read-page'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { summarize } from '#test/main/formats/descriptors'

function read(text: string | Uint8Array, folder = 'folder') {
  const diagnostics: Diagnostic[] = []
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const page = readPage(bytes, folder, diagnostics)
  return { ...page, diagnostics, findings: summarize(diagnostics).map((line) => line.replace(' SKILL.md', '')) }
}

const front = (yaml: string) => read(`---\n${yaml}\n---\nBody.\n`)

describe('frontmatter', () => {
  it('is between a first line and the next line that are exactly ---', () => {
    const page = read('---\nname: a\ndescription: b\n---\nBody\n---\nmore\n')
    expect(page).toMatchObject({ name: 'a', description: 'b', body: 'Body\n---\nmore\n', findings: [] })
  })

  it('may have Windows line ends, and may end with the file', () => {
    expect(read('---\r\nname: a\r\ndescription: "b: c"\r\n---\r\nBody\r\n')).toMatchObject({
      name: 'a',
      description: 'b: c',
      body: 'Body\r\n',
      findings: [],
    })
    expect(read('---\nname: a\ndescription: b\n---')).toMatchObject({ name: 'a', body: '', findings: [] })
  })

  it.each([
    ['a space after the first ---', '--- \nname: a\n---\n'],
    ['four dashes', '----\nname: a\n---\n'],
    ['a line before it', '\n---\nname: a\n---\n'],
    ['nothing at all', ''],
  ])('is not there with %s, and the folder gives the name', (_name, text) => {
    expect(read(text, 'my skill!')).toMatchObject({
      name: 'my-skill-',
      body: text,
      findings: ['info FRONTMATTER name'],
    })
  })

  it('does not end at a line that is not exactly ---', () => {
    for (const line of ['--- ', ' ---', '----', '---x']) {
      expect(read(`---\nname: a\n${line}\n`)).toMatchObject({ name: 'folder', findings: ['error FRONTMATTER'] })
    }
  })

  it('may be empty', () => {
    expect(read('---\n---\nBody')).toMatchObject({
      body: 'Body',
      findings: ['info FRONTMATTER name', 'info FRONTMATTER description'],
    })
  })

  it('ignores fields it does not know', () => {
    expect(front('name: a\ndescription: b\nlicense: MIT\nallowed-tools: [x]\nversion: 1.0').findings).toEqual([])
  })

  it('accepts every form of text in YAML', () => {
    expect(front('name: "a"\ndescription: >-\n  one\n  two').description).toBe('one two')
    expect(front("name: 'a'\ndescription: |\n  one\n  two").description).toBe('one\ntwo\n')
    expect(front('name: a\ndescription: "b\\u00e9"').description).toBe('bé')
  })
})

describe('the name', () => {
  it.each(['a', 'A.b_c-1', '9lives', 'x'.repeat(64)])('may be %s', (name) => {
    expect(front(`name: "${name}"\ndescription: b`)).toMatchObject({ name, findings: [] })
  })

  it.each(['two words', '-a', '.a', '_a', '../a', 'a/b', 'é', 'a​b', '', 'x'.repeat(65)])('may not be "%s"', (name) => {
    const { name: given, findings } = front(`name: "${name}"\ndescription: b`)
    expect(given).toBe('folder')
    expect(findings).toContain('error FRONTMATTER name')
  })

  it.each(['123', 'true', '[a]', '{a: b}', '1.5'])('may not be %s, which is no text', (name) => {
    expect(front(`name: ${name}\ndescription: b`)).toMatchObject({
      name: 'folder',
      findings: ['error FRONTMATTER name'],
    })
  })

  it('comes from the folder if it is missing, and is then a valid name too', () => {
    expect(['my skill', '..', '-x', 'é', '日本', 'a'.repeat(99)].map(nameOfFolder)).toEqual([
      'my-skill',
      'skill',
      'x',
      'skill',
      'skill',
      'a'.repeat(64),
    ])
  })
})

describe('the description', () => {
  it('longer than 1024 characters is a warning, and is kept', () => {
    const page = front(`name: a\ndescription: ${'x'.repeat(1025)}`)
    expect(page.findings).toEqual(['warning TEXT_TOO_LONG description'])
    expect(page.description).toHaveLength(1025)
  })

  it('is searched for hidden text even in escapes', () => {
    expect(front('name: a\ndescription: "b\\u202e"').findings).toEqual(['warning HIDDEN_TEXT description'])
  })
})

it('a path that a skill asks for says that a field of it is unknown', () => {
  const page = front('name: a\ndescription: b\nmetadata: {requires: {paths: [{path: ~/x, acess: write}]}}')
  expect(page.needs).toEqual([{ kind: 'path', path: '~/x', access: 'read' }])
  expect(page.diagnostics.map(({ remedy }) => textOf(remedy))).toEqual([expect.stringContaining('"access"')])
})

describe('metadata.requires.bins', () => {
  const bins = (yaml: string) => {
    const { requiredBins, findings } = front(`name: a\ndescription: b\nmetadata:\n  requires:\n    bins: ${yaml}`)
    return [requiredBins, findings]
  }

  it('is one alternative if it is a list of names, and several if it is a list of lists', () => {
    expect(bins('[git, curl]')).toEqual([[['git', 'curl']], []])
    expect(bins('[[rg], [grep, sort]]')).toEqual([[['rg'], ['grep', 'sort']], []])
    expect(bins('[]')).toEqual([[], []])
    expect(bins('null')).toEqual([[], []])
  })

  it('may be written as JSON', () => {
    expect(front('name: a\ndescription: b\nmetadata: {"requires": {"bins": ["git"]}}').requiredBins).toEqual([['git']])
  })

  it.each([
    ['git', [], ['error FRONTMATTER metadata.requires.bins']],
    ['{a: b}', [], ['error FRONTMATTER metadata.requires.bins']],
    ['[git, 5]', [['git']], ['error FRONTMATTER metadata.requires.bins[1]']],
    ['[./git]', [], ['error FRONTMATTER metadata.requires.bins[0]']],
    ['[[git], curl]', [['git']], ['error FRONTMATTER metadata.requires.bins[1]']],
    ['[[git, [x]]]', [['git']], ['error FRONTMATTER metadata.requires.bins[0][1]']],
  ])('says where %s is wrong', (yaml, requiredBins, findings) => {
    expect(bins(yaml)).toEqual([requiredBins, findings])
  })

  it('is reported if its parent is not an object', () => {
    expect(front('name: a\ndescription: b\nmetadata: x').findings).toEqual(['error FRONTMATTER metadata'])
    expect(front('name: a\ndescription: b\nmetadata:\n  requires: [git]').findings).toEqual([
      'error FRONTMATTER metadata.requires',
    ])
  })
})

describe('hostile YAML', () => {
  const fill = (piece: string, size = 8000) => piece.repeat(Math.floor(size / piece.length))
  const laughs = (levels: number) =>
    Array.from(
      { length: levels },
      (_, index) => `a${index}: &a${index} [${Array(9).fill(index === 0 ? 'lol' : `*a${index - 1}`)}]`,
    )

  it.each([
    ['aliases that multiply', laughs(9).join('\n')],
    ['twenty-one aliases', `a: &a x\nb: [${Array(21).fill('*a')}]`],
    ['an alias to itself', 'a: &a [*a]'],
    ['a tag of JavaScript', 'name: !!js/function "function () {}"'],
    ['a tag of Python', 'name: !!python/object/apply:os.system ["touch PWNED"]'],
    ['a tag of its own', 'name: !custom x'],
    ['brackets without end', `a: ${fill('[')}`],
    ['braces without end', `a: ${fill('{a: ')}`],
    ['dashes without end', fill('- ')],
    ['question marks without end', fill('? ')],
    ['keys that are lists', `a:\n${'? '.repeat(300)}`],
    ['keys in braces that are lists', `a: ${'{? ['.repeat(100)}x${']}'.repeat(100)}`],
    ['anchors without end', fill('&a ')],
    ['commas', `[${fill(',')}]`],
    ['a key that stands twice', 'name: a\ndescription: b\nname: c'],
    ['a key that stands twice further down', 'a:\n  - b: 1\n    b: 2'],
    ['an unknown alias', 'a: *b'],
    ['a tab as indentation', 'a:\n\tb: 1'],
    ['two documents', 'a: 1\n...\n--- \nb: 2'],
    ['a list', '- a'],
    ['a text', 'hello'],
    ['five hundred keys', Array.from({ length: 501 }, (_, index) => `k${index}: x`).join('\n')],
    ['more than 8 KiB', `a: ${fill('x ', 9000)}`],
  ])('is one finding and costs nothing: %s', (_name, yaml) => {
    const start = performance.now()
    const page = front(yaml)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(page.findings).toEqual(['error FRONTMATTER'])
    expect(page).toMatchObject({ name: 'folder', body: 'Body.\n' })
  })

  it.each([
    ['too long', `name: a\nallowed-tools: x\nb: ${fill('x ', 9000)}`],
    ['too complex', `name: a\nallowed-tools: x\nb: [${fill(',', 600)}]`],
    ['not YAML', 'name: a\nallowed-tools: x\nb: ['],
    ['not closed', 'name: a\nallowed-tools: x\n--- '],
  ])('allows no tool where its allowed-tools could not be read: %s', (_name, yaml) => {
    expect(front(yaml)).toMatchObject({
      allowedTools: '',
      findings: ['error FRONTMATTER', 'warning FRONTMATTER ["allowed-tools"]'],
    })
  })

  it.each([
    ['a space after the first ---', '--- \nname: a\nallowed-tools: Read\n---\n'],
    ['a comment after the first ---', '--- # a\nname: a\nallowed-tools: Read\n---\n'],
    ['a line before it', '\n---\nname: a\nallowed-tools: Read\n---\n'],
    ['UTF-16', Buffer.from('\uFEFF---\nname: a\nallowed-tools: Read\n---\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('---\nname: a\nallowed-tools: Read\n---\n', 'utf16le')],
    ['the line ends of old computers', '---\rname: a\rallowed-tools: Read\r---\r'],
    ['braces', '---\n{name: a, metadata: {b: c}, allowed-tools: Read\n---\n'],
    ['a question mark', '---\nb: [\n? allowed-tools\n: Read\n---\n'],
    ['a placeholder', '---\n{{ a }}: b\nallowed-tools: Read\nc: [\n---\n'],
    ['spaces before each field', '---\n  name: a\n  allowed-tools: Read\n  b: [\n---\n'],
  ])('allows no tool where its frontmatter has %s', (_name, text) => {
    expect(read(text).allowedTools).toBe('')
  })

  it.each(['description: |\n  allowed-tools: Read', 'a: {b: c,\n  allowed-tools: Read}', 'a: b, allowed-tools: Read'])(
    'says nothing of the tools if only another field has such a line: %s',
    (yaml) => {
      const page = front(`name: a\n${yaml}\nb: [`)
      expect(page).toMatchObject({ findings: ['error FRONTMATTER'] })
      expect(page).not.toHaveProperty('allowedTools')
    },
  )

  it.each([
    ['a placeholder', 'metadata: {template: {{ name }}}', { allowedTools: 'file-read', requiredBins: [] }],
    ['an alias', 'metadata:\n  &a requires: {bins: [git]}\n  other: {*a : 1}', { requiredBins: [['git']] }],
    ['a list of words', 'metadata: {[a, b]: c}', { allowedTools: 'file-read' }],
  ])('may have a key that is %s', (_name, yaml, expected) => {
    const page = front(`name: a\ndescription: b\nallowed-tools: file-read\n${yaml}`)
    expect(page).toMatchObject({ name: 'a', description: 'b', findings: [], ...expected })
  })

  it('names the line in SKILL.md', () => {
    expect(textOf(front('name: a\ndescription: b\nc: [').diagnostics[0]?.message ?? '')).toMatch(/line [45]/)
  })

  it('gives no object a prototype of its choice', () => {
    front('__proto__:\n  polluted: true\nname: a')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(front('__proto__:\n  name: evil').name).toBe('folder')
  })
})

it('says that a file is not UTF-8 and continues with the name of the folder', () => {
  expect(read(Uint8Array.of(0x2d, 0xff))).toMatchObject({ name: 'folder', body: '', findings: ['error NOT_UTF8'] })
})
