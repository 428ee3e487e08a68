import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkill } from '#main/skills/read-skill'
import type { SkillContents } from '#shared/skill/skill'
import { CHECKS, readFiles, writeSkill } from '#test/helpers/function-skill'

const WORK = 'export default async function (ctx, args) { return args }\n'
const markdown = (frontmatter: string, body = 'Do it.') => `---\n${frontmatter}\n---\n${body}\n`

const codes = ({ diagnostics }: SkillContents) =>
  diagnostics.map(({ severity, message }) => `${severity} ${message.code}`)
const toolOf = (contents: SkillContents, name: string) => {
  const tool = contents.tools.find((each) => each.name === name)
  if (!tool) throw new Error(`no ${name}: ${JSON.stringify(contents.withheld)}`)
  return tool
}
/** What a delegate in `a.skill.md` makes of the tool. */
const delegating = (delegate: string, more: Record<string, string> = {}) =>
  readFiles({ 'a.skill.md': markdown(`name: a\nmetadata:\n  delegate: ${JSON.stringify(delegate)}`), ...more })

describe('the three shapes', () => {
  it('are found below the folder, and a folder skill is a text for the model (SI-08)', async () => {
    const page = markdown('name: api-create\ndescription: Creates APIs.', 'First ask which API.')
    const contents = await readFiles({ 'skills/api-create/SKILL.md': page, 'lib/deep/b.skill.ts': WORK })
    expect(contents.format).toBe('skill-interface')
    expect(contents.tools.map(({ name }) => name)).toEqual(['b'])
    expect(contents.body).toContain('## api-create\n\nFirst ask which API.')
  })

  it('make a markdown file without a role a prompt without parameters (SI-09)', async () => {
    const tool = toolOf(await readFiles({ 'greet.skill.md': markdown('description: Greets.') }), 'greet')
    expect(tool).toMatchObject({ runtime: { kind: 'prompt', instructions: 'Do it.\n' }, takesNothing: true })
    expect(tool).not.toHaveProperty('role')
  })

  it('read role, tags and visibility from metadata (SI-10)', async () => {
    const fields = 'name: a\nmetadata:\n  role: middleware\n  tags: ["My Tag", my_tag]\n  visibility: hidden'
    const tool = toolOf(await readFiles({ 'a.skill.md': `${markdown(fields)}` }), 'a')
    expect(tool).toMatchObject({ role: 'middleware', tags: ['my-tag'], isHidden: true })
  })

  it('ignore metadata fields at the top level, and say so (SI-11)', async () => {
    const contents = await readFiles({ 'a.skill.md': markdown('name: a\nlicense: MIT\nparams:\n  type: object') })
    expect(codes(contents)).toEqual(['warning field-belongs-in-metadata'])
    expect(toolOf(contents, 'a').takesNothing).toBe(true)
  })

  it('never run a file to learn its frontmatter (SI-13)', async () => {
    const source = `const mk = () => 'x'\nexport const frontmatter = { name: mk() }\n${WORK}`
    const contents = await readFiles({ 'a.skill.js': source })
    expect(codes(contents)).toEqual(['error frontmatter-not-literal'])
    expect(contents.withheld).toMatchObject([{ name: 'a' }])
  })

  it('read allowed-tools from a list or a text (SI-14)', async () => {
    const list = toolOf(await readFiles({ 'a.skill.md': markdown('name: a\nallowed-tools: [x, "b-*"]') }), 'a')
    const text = toolOf(await readFiles({ 'a.skill.md': markdown('name: a\nallowed-tools: "x b-*"') }), 'a')
    expect(list.allowedTools).toEqual(['x b-*'])
    expect(text.allowedTools).toEqual(['x b-*'])
  })

  it('say if allowed-tools name nothing in Skillet (SI-16), and that a star needs quotes (SI-31)', async () => {
    expect(codes(await readFiles({ 'a.skill.md': markdown('name: a\nallowed-tools: Bash(git:*)') }))).toEqual([
      'warning allowed-tools-unclear',
    ])
    const { diagnostics } = await readFiles({ 'a.skill.md': markdown('name: a\nallowed-tools: *') })
    expect(diagnostics[0]).toMatchObject({ severity: 'error', remedy: { code: 'quote-the-star' } })
  })

  it('give a name to the first of md, ts and js, and show the others (S12)', async () => {
    const contents = await readFiles({ 'a.skill.ts': WORK, 'a.skill.js': WORK, 'a.skill.md': markdown('name: a') })
    expect(contents.tools.map(({ source }) => source.file)).toEqual(['a.skill.md'])
    expect(contents.withheld).toMatchObject([{ name: 'a' }, { name: 'a' }])
  })

  it('are not activated if two are the main one (S17), or if code exports no function', async () => {
    const main = markdown('metadata:\n  role: main')
    const contents = await readFiles({ 'a.skill.md': main, 'b.skill.md': main, 'c.skill.js': 'export const c = 1\n' })
    expect(codes(contents)).toEqual(['error two-mains', 'error two-mains', 'error no-default-export'])
    expect(contents.tools).toEqual([])
  })

  it.each([
    ['an annotation below another key (SI-30)', 'metadata:\n  log:\n    $merge: deep', 'error annotation-nested'],
    ['an annotation that nobody knows', 'metadata:\n  $new: 1', 'warning annotation-unknown'],
    ['one that does nothing here', 'metadata:\n  $hook: 1', 'info annotation-kept-only'],
    ['a role that is none', 'metadata:\n  role: boss', 'warning role-unknown'],
    ['a place that leads nowhere (S15)', `metadata:\n  log: "x $\{team.name}"`, 'warning place-nowhere'],
    ['a place with an unsafe path (S15)', `metadata:\n  log: "$\{args.__proto__}"`, 'warning place-nowhere'],
    ['a visibility that is none', 'metadata:\n  visibility: loud', 'warning visibility-unknown'],
  ])('report %s', async (_what, fields, code) => {
    expect(codes(await readFiles({ 'a.skill.md': markdown(`name: a\n${fields}`) }))).toEqual([code])
  })

  it('give the path of a nested annotation, and leave schema keywords alone (S10)', async () => {
    const nested = await readFiles({ 'a.skill.md': markdown('name: a\nmetadata:\n  log:\n    $merge: deep') })
    expect(nested.diagnostics[0]?.path).toBe('metadata.log.$merge')
    const schema = 'metadata:\n  params:\n    type: object\n    $comment: fine\n    properties: {}'
    expect(codes(await readFiles({ 'a.skill.md': markdown(`name: a\n${schema}`) }))).toEqual([])
  })
})

describe('a delegate', () => {
  const inline = 'export default async (ctx, { name }) => `Hello, \\$' + '{name}!`'

  it('that is code in the frontmatter counts as code that a person must allow (SI-22)', async () => {
    const contents = await delegating(`inline://code,${inline}`)
    expect(toolOf(contents, 'a').runtime).toMatchObject({
      kind: 'function',
      layers: [{ inline: inline.replace('\\', '') }],
    })
    expect(contents.code).toEqual(['a.skill.md'])
    expect((await delegating('inline://code,a,b')).withheld).toHaveLength(1)
    expect(toolOf(await delegating('inline://code,export default () => [1,2]'), 'a').runtime).toMatchObject({
      layers: [{ inline: 'export default () => [1,2]' }],
    })
  })

  it.each([
    ['real line ends', 'inline://markdown,---\nname: x\n---\nDo the thing.'],
    ['escaped line ends', 'inline://markdown,---\\nname: x\\n---\\nDo the thing.'],
  ])('that is markdown with %s is its text (SI-20)', async (_what, delegate) => {
    const { runtime } = toolOf(await delegating(delegate), 'a')
    expect(runtime).toEqual({ kind: 'prompt', instructions: 'Do the thing.' })
  })

  it('that is nested too deeply, not base64 or of an unknown kind is an error (SI-21)', async () => {
    const wrap = (times: number): string =>
      times === 0 ? 'inline://markdown,Hi' : `inline://base64,${Buffer.from(wrap(times - 1)).toString('base64')}`
    expect((await delegating(wrap(3))).withheld).toEqual([])
    expect(codes(await delegating(wrap(5)))).toEqual(['error delegate-too-deep'])
    const next = (index: number) => [`m${index}.md`, markdown(`metadata:\n  delegate: ./m${index + 1}.md`)] as const
    const chain = Object.fromEntries(Array.from({ length: 100 }, (_, index) => next(index)))
    expect(codes(await delegating('./m0.md', chain))).toEqual(['error delegate-too-deep'])
    expect(codes(await delegating('inline://base64,%%%='))).toEqual(['error delegate-not-base64'])
    expect(codes(await delegating('inline://wasm,AAAA'))).toEqual(['error delegate-tag-unknown'])
  })

  it.each(['../../x.js', '/etc/x.js', 'http://example.com/x.js', '..\\x.js', './gone.js'])(
    'may not lead outside the skill or nowhere: %s (SI-23)',
    async (delegate) => {
      expect((await delegating(delegate)).withheld).toMatchObject([{ name: 'a', diagnostic: { code: 'DELEGATE' } }])
    },
  )

  it('may not leave it through a link either (SI-23)', async () => {
    const outside = join(writeSkill({ 'lib/x.js': WORK }, 'other'), 'lib')
    const dir = writeSkill({ 'a.skill.md': markdown('name: a\nmetadata:\n  delegate: ./lib/x.js') })
    symlinkSync(outside, join(dir, 'lib'))
    expect((await readSkill(dir, CHECKS)).tools).toEqual([])
  })

  it('is a file of the skill, whose own frontmatter is ignored (S7)', async () => {
    const lib = `export const frontmatter = { name: 'other' }\n${WORK}`
    const tool = toolOf(await delegating('./lib/handler.js', { 'lib/handler.js': lib }), 'a')
    expect(tool.runtime).toMatchObject({ kind: 'function', layers: [{ name: 'a', file: 'lib/handler.js' }] })
    expect(tool.runtime).toMatchObject({ prompt: 'Do it.\n' })
  })

  it('alone makes a folder skill callable (C25)', async () => {
    const page = markdown('name: deploy\ndescription: Deploys.\nmetadata:\n  delegate: ./run.js')
    const contents = await readFiles({ 'deploy/SKILL.md': page, 'deploy/run.js': WORK })
    expect(toolOf(contents, 'deploy')).toMatchObject({ takesNothing: true })
  })
})

describe('a schema defined elsewhere', () => {
  const page = (schema: string) => markdown(`name: demo\ndescription: A demo.\nmetadata:\n  gateway: ${schema}`)
  const params = (path: string) =>
    markdown(
      `name: a\nmetadata:\n  params:\n    $resolve: ${path}\n    type: object\n    properties:\n      message: { type: string }`,
    )
  const read = async (path: string, schema: string) =>
    toolOf(await readFiles({ 'SKILL.md': page(schema), 'a.skill.md': params(path) }), 'a').params

  it('is replaced only by an object (SI-24)', async () => {
    const found = { type: 'object', properties: { channel: { type: 'string' } } }
    expect(await read('nonlocals.gateway.send', `{ send: ${JSON.stringify(found)} }`)).toEqual(found)
    const own = { type: 'object', properties: { message: { type: 'string' } } }
    expect(await read('nonlocals.gateway.gone', '{ send: {} }')).toEqual(own)
    expect(await read('nonlocals.gateway.send', '{ send: "a text" }')).toEqual(own)
    expect(await read('nonlocals.gateway.send', '{ send: [1] }')).toEqual(own)
  })

  it('follows no path to inherited properties, and says so (SI-25)', async () => {
    const contents = await readFiles({ 'a.skill.md': params('__proto__.x') })
    expect(codes(contents)).toEqual(['warning path-unsafe'])
    expect(toolOf(contents, 'a').params).toHaveProperty('properties.message')
  })

  it('goes to the model without the unknown keyword (SI-26)', async () => {
    expect(JSON.stringify(await read('nonlocals.x', '{}'))).not.toContain('$resolve')
  })
})

describe('what a tool inherits from the folders above', () => {
  const file = (metadata: string) => markdown(`name: a\ndescription: A.\nmetadata:\n${metadata}`)
  const nonlocals = async (files: Record<string, string>) => {
    const { runtime } = toolOf(await readFiles({ ...files, 'in/run.js': WORK }), 'a')
    return runtime.kind === 'function' ? runtime : null
  }
  const own = '  delegate: ./run.js\n'

  it('is merged, with the source of each key', async () => {
    const found = await nonlocals({
      'SKILL.md': markdown('name: demo\ndescription: A demo.\nmetadata:\n  log: { level: 1, to: [a] }\n  team: x'),
      'in/a.skill.md': file(`${own}  log: { to: [b] }`),
    })
    expect(found?.nonlocals).toEqual({ log: { level: 1, to: ['b'] }, team: 'x' })
    expect(found?.from).toEqual({ log: 'in/a.skill.md', team: 'SKILL.md' })
  })

  it.each([
    ['$inherit: false', { own: 1 }],
    ['$remove: [team]', { own: 1, log: { level: 1 } }],
    ['$merge: replace', { own: 1 }],
    ['$merge: shallow', { own: 1, log: { level: 1 }, team: 'x' }],
  ])('is changed by %s', async (annotation, expected) => {
    const found = await nonlocals({
      'SKILL.md': markdown('name: demo\ndescription: A demo.\nmetadata:\n  log: { level: 1 }\n  team: x'),
      'in/a.skill.md': file(`${own}  own: 1\n  ${annotation}`),
    })
    expect(found?.nonlocals).toEqual(expected)
  })

  it('leaves out what a folder keeps private, and includes what any file shares', async () => {
    const found = await nonlocals({
      'SKILL.md': markdown('name: demo\ndescription: A demo.\nmetadata:\n  key: 1\n  team: x\n  $private: [key]'),
      'other/SKILL.md': markdown(
        'name: other\ndescription: O.\nmetadata:\n  shared: 2\n  mine: 3\n  $global: [shared]',
      ),
      'in/a.skill.md': file(own),
    })
    expect(found?.nonlocals).toEqual({ team: 'x', shared: 2 })
  })

  it('wraps it in the middleware that a key names, in order, with the value as configuration', async () => {
    const middleware = (order: number) =>
      `export const frontmatter = { metadata: { role: 'middleware', $order: ${order} } }\n${WORK}`
    const found = await nonlocals({
      ...{ 'log.skill.js': middleware(2), 'time.skill.js': middleware(-1) },
      'in/a.skill.md': file(`${own}  log: { level: 1 }\n  time: 5\n  other: 6`),
    })
    expect(found?.layers).toMatchObject([{ name: 'time', args: 5 }, { name: 'log', args: { level: 1 } }, { name: 'a' }])
  })
})

it('is limited by what every layer of its chain may call', async () => {
  const wrap = `export const frontmatter = { 'allowed-tools': 'a b', metadata: { role: 'middleware' } }\n${WORK}`
  const tool = `export const frontmatter = { 'allowed-tools': 'b c', metadata: { wrap: 1 } }\n${WORK}`
  const contents = await readFiles({ 'wrap.skill.js': wrap, 'tool.skill.js': tool, 'free.skill.js': WORK })
  expect(toolOf(contents, 'tool').allowedTools).toEqual(['b c', 'a b'])
  expect(toolOf(contents, 'free').allowedTools).toBeUndefined()
})

it('is not read with 10 000 files, and has as many tools as files are allowed', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.skill.md`, 'Do it.']))
  const refused = await readFiles(many(10_000))
  expect(refused.tools).toEqual([])
  expect(refused.diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', code: 'TOO_MANY_FILES' }))
  expect((await readFiles(many(1999))).tools).toHaveLength(1999)
})

it('leaves an ordinary skill unchanged', async () => {
  expect(await readFiles({ 'scripts/x.py': 'print(1)' })).toMatchObject({ format: null, tools: [] })
  expect((await readFiles({ 'assets/app.js': 'alert(1)' })).code).toBeUndefined()
})
