import { expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { readFiles } from '#test/helpers/function-skill'

const WORK = 'export default async function (ctx, args) { return args }\n'
const md = (fields: string, body = 'Do it.\n') => `---\n${fields}---\n${body}`
const meta = (fields: string) => md(`name: t\nmetadata:\n${fields}`)
const js = (frontmatter: string, more = '') => `${more}export const frontmatter = ${frontmatter}\n${WORK}`
const wrap = (times: number, text: string): string =>
  times === 0 ? text : wrap(times - 1, `inline://base64,${Buffer.from(text).toString('base64')}`)

/** One file, one trait: whether its tool is offered, and what is said of it. */
const CORPUS: [trait: string, file: string, source: string | Buffer, isOffered: boolean, finding?: RegExp][] = [
  ['no frontmatter at all', 't.skill.md', 'Do it.\n', true],
  ['an empty file', 't.skill.md', '', false],
  ['frontmatter alone', 't.skill.md', md('name: t\n', ''), false],
  ['empty frontmatter', 't.skill.md', '---\n---\nDo it.\n', true],
  ['a byte order mark', 't.skill.md', `\uFEFF${md('name: t\n')}`, true, /byte order mark/i],
  ['line ends of Windows', 't.skill.md', md('name: t\ndescription: d\n').replaceAll('\n', '\r\n'), true],
  ['bytes of latin-1', 't.skill.md', Buffer.from(md('description: caf\xe9\n'), 'latin1'), false, /UTF-8/],
  ['frontmatter that is never closed', 't.skill.md', '---\nname: t\nDo it.\n', false, /closes it/],
  ['a line before the frontmatter', 't.skill.md', `\n${md('name: other\n')}`, true],
  ['YAML that is a list', 't.skill.md', md('- name\n'), false, /fields/],
  ['YAML that is broken', 't.skill.md', md('name: [t\n'), false, /line 2|line 3/],
  ['a key twice', 't.skill.md', md('name: t\nname: u\n'), false, /twice/],
  ['an alias that grows', 't.skill.md', md('a: &a [1, *a]\n'), false],
  ['a tag of YAML', 't.skill.md', md('name: !!js/function "x"\n'), false],
  ['a star without quotes', 't.skill.md', md('name: t\nallowed-tools: *\n'), false, /line 3/],
  ['a number as name', 't.skill.md', md('name: 7\n'), true],
  ['a list as name', 't.skill.md', md('name: [t]\n'), true, /string/],
  ['a name with capitals', 't.skill.md', md('name: My_Tool\n'), true, /unusual/],
  ['a name with spaces', 't.skill.md', md('name: my tool\n'), false, /name of a tool/],
  ['a name of Skillet itself', 't.skill.md', md('name: read_skill\n'), false, /name of a tool/],
  ['a name that is a path', 't.skill.md', md('name: ../t\n'), false, /name of a tool/],
  ['a name of 65 characters', 't.skill.md', md(`name: ${'a'.repeat(65)}\n`), false, /name of a tool/],
  ['fields of Agent Skills', 't.skill.md', md('license: MIT\ncompatibility: any\nversion: 1\nmodel: inherit\n'), true],
  ['params at the top', 't.skill.md', md('params: {}\n'), true, /below metadata/],
  ['a role at the top', 't.skill.md', md('role: middleware\n'), true, /below metadata/],
  ['metadata that is a text', 't.skill.md', md('metadata: x\n'), true],
  ['metadata with __proto__', 't.skill.md', meta('  __proto__: { role: main }\n'), true],
  ['params that are a list', 't.skill.md', meta('  params: [a]\n'), true, /schema is an object/i],
  ['params of another type', 't.skill.md', meta('  params: { type: string }\n'), false],
  ['params that no compiler takes', 't.skill.md', meta('  params: { type: object, properties: 7 }\n'), false],
  [
    'params with a pattern of look-ahead',
    't.skill.md',
    meta('  params: { type: object, properties: { a: { type: string, pattern: "(?!a)b" } } }\n'),
    true,
  ],
  [
    '$resolve to a prototype',
    't.skill.md',
    meta('  params: { type: object, $resolve: a.constructor.b }\n'),
    true,
    /no path/,
  ],
  ['$resolve that is a list', 't.skill.md', meta('  params: { type: object, $resolve: [a] }\n'), true, /no path/],
  [
    '$ref in a schema',
    't.skill.md',
    meta('  params: { type: object, properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: string } } }\n'),
    true,
  ],
  [
    'an annotation in a schema',
    't.skill.md',
    meta('  params: { type: object, properties: { $merge: { type: string } } }\n'),
    true,
  ],
  ['an annotation below a key', 't.skill.md', meta('  a: { b: [{ $merge: deep }] }\n'), false, /\$merge/],
  ['an unknown annotation', 't.skill.md', meta('  $what: 1\n'), true, /no annotation/],
  ['$order that is a text', 't.skill.md', meta('  $order: first\n'), true],
  ['a visibility of its own', 't.skill.md', meta('  visibility: secret\n'), true, /no visibility/],
  ['tags that are objects', 't.skill.md', meta('  tags: [{ a: 1 }]\n'), true, /texts/],
  ['a delegate that is a number', 't.skill.md', meta('  delegate: 7\n'), true],
  ['a delegate without a file', 't.skill.md', meta('  delegate: ./gone.js\n'), false, /no file/],
  ['a delegate out of the skill', 't.skill.md', meta('  delegate: ../../t.js\n'), false, /out of the skill/],
  ['a delegate that is data:', 't.skill.md', meta('  delegate: "data:text/javascript,1"\n'), false, /inline:/],
  ['base64 that is not', 't.skill.md', meta('  delegate: "inline://base64,a"\n'), false, /base64/],
  ['base64 of bytes', 't.skill.md', meta('  delegate: "inline://base64,/////w=="\n'), false, /base64/],
  [
    'base64 of no delegate',
    't.skill.md',
    meta(`  delegate: "inline://base64,${Buffer.from('hello').toString('base64')}"\n`),
    false,
    /base64/,
  ],
  ['base64 five times', 't.skill.md', meta(`  delegate: "${wrap(5, 'inline://markdown,Hi')}"\n`), false, /at most/],
  [
    'inline code of 300 kB',
    't.skill.md',
    meta(`  delegate: "inline://code,export default () => 1 //${'x'.repeat(280_000)}"\n`),
    false,
    /characters/,
  ],
  ['inline code that is broken', 't.skill.md', meta('  delegate: "inline://code,export default ("\n'), false, /Line 1/],
  ['inline code that exports nothing', 't.skill.md', meta('  delegate: "inline://code,1"\n'), false, /no function/],
  ['a delegate to itself', 't.skill.md', meta('  delegate: ./t.skill.md\n'), false, /at most/],
  ['a place that leads nowhere', 't.skill.md', meta('  log: "$' + '{process.env.HOME}"\n'), true, /nowhere/],
  ['a call in the frontmatter', 't.skill.js', js(`{ name: mk() }`, "const mk = () => 't'\n"), false, /not written out/],
  ['a variable in the frontmatter', 't.skill.js', js('{ name: NAME }', "const NAME = 't'\n"), false, /not written out/],
  ['a getter in the frontmatter', 't.skill.js', js("{ get name() { return 't' } }"), false, /not written out/],
  ['a spread in the frontmatter', 't.skill.js', js("{ ...{ name: 't' } }"), false, /not written out/],
  ['__proto__ in the frontmatter', 't.skill.js', js("{ __proto__: { name: 'x' } }"), false, /not written out/],
  ['a frontmatter that is a text', 't.skill.js', js("'t'"), false, /not written out/],
  ['code that is broken', 't.skill.js', 'export default (\n', false, /Line/],
  ['code without a function', 't.skill.js', 'export const a = 1\n', false, /no function/],
  ['code that runs on import', 't.skill.js', `throw new Error('imported')\n${WORK}`, true],
  ['CommonJS', 't.skill.js', 'module.exports = async (ctx, args) => args\n', true],
  ['CommonJS and modules mixed', 't.skill.js', `const fs = require('node:fs')\n${WORK}`, true],
  [
    'TypeScript with types',
    't.skill.ts',
    `interface A { a?: string }\nexport default async (ctx: unknown, args: A) => args\n`,
    true,
  ],
  [
    'TypeScript with satisfies',
    't.skill.ts',
    `export const frontmatter = { name: 't' } satisfies object\n${WORK}`,
    true,
  ],
  ['TypeScript with an enum', 't.skill.ts', `enum A { B }\n${WORK}`, true],
  ['TypeScript with a decorator', 't.skill.ts', `const d = (c: unknown) => c\n@d class A {}\n${WORK}`, true],
  ['TypeScript that is broken', 't.skill.ts', `const a: = 1\n${WORK}`, false, /Line 1/],
  ['a shebang', 't.skill.js', `#!/usr/bin/env node\n${WORK}`, true],
  ['10 000 lists in one another', 't.skill.js', js(`{ a: ${'['.repeat(10_000)}${']'.repeat(10_000)} }`), false],
]

it.each(CORPUS)('%s: %s', async (_trait, file, source, isOffered, finding) => {
  const { tools, withheld, diagnostics } = await readFiles({ [file]: source as string })
  const said = diagnostics.map(({ severity, message, remedy }) => `${severity} ${textOf(message)} ${textOf(remedy)}`)
  expect([tools.length, said.join('\n')]).toEqual([Number(isOffered), expect.any(String)])
  if (finding) expect(said.join('\n')).toMatch(finding)
  // What is withheld says why; what is offered without a finding has nothing against it but remarks.
  if (!isOffered && finding)
    expect(withheld.length + said.filter((line) => line.startsWith('error')).length).toBeGreaterThan(0)
  if (isOffered) expect(said.filter((line) => line.startsWith('error'))).toEqual([])
})

it('has many cases, each once', () => {
  expect(CORPUS.length).toBeGreaterThan(60)
  expect(new Set(CORPUS.map(([trait]) => trait)).size).toBe(CORPUS.length)
})
