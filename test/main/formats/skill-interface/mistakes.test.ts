import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkill } from '#main/skills/read-skill'
import { textOf } from '#shared/messages/message'
import type { SkillContents } from '#shared/skill/skill'
import { CHECKS, PAGE, readFiles, writeSkill } from '#test/helpers/function-skill'

const WORK = 'export default async function (ctx, args) { return args }\n'
const markdown = (frontmatter: string, body = 'Do it.') => `---\n${frontmatter}\n---\n${body}\n`
const names = ({ tools }: SkillContents) => tools.map(({ name }) => name)
const findings = ({ diagnostics }: SkillContents) =>
  diagnostics.map(({ severity, path, message }) => `${severity} ${path}: ${textOf(message)}`)

describe('a SKILL.md alone', () => {
  it.each([
    ['block', 'name: demo\ndescription: x\nmetadata:\n  delegate: ./lib/work.js'],
    ['flow', 'name: demo\ndescription: x\nmetadata: { delegate: ./lib/work.js }'],
    ['JSON', '{"name": "demo", "description": "x", "metadata": {"delegate": "./lib/work.js"}}'],
  ])('has a tool if it names a delegate, in %s style', async (_, frontmatter) => {
    expect(names(await readFiles({ 'SKILL.md': markdown(frontmatter), 'lib/work.js': WORK }))).toEqual(['demo'])
  })

  it('is told that a delegate belongs below metadata', async () => {
    const read = await readFiles({ 'SKILL.md': markdown('name: demo\ndescription: x\ndelegate: ./lib/work.js') })
    expect(findings(read)).toEqual(['warning delegate: delegate is read only below metadata, so it is ignored here.'])
  })

  it.each([
    ['text', `${PAGE}\`\`\`yaml\nuser:\n  role: admin\n\`\`\`\n`],
    ['top level', markdown('name: demo\ndescription: x\nrole: assistant\nvisibility: public\nparams: none')],
  ])('is an ordinary page if only its %s has such a field', async (_, page) => {
    const { format } = await readFiles({ 'SKILL.md': `${page}Run scripts/a.py\n`, 'scripts/a.py': 'print(1)\n' })
    expect(format).toBe('agent-skills')
  })
})

describe('allowed-tools', () => {
  const unclear = 'The entry "Read(" of allowed-tools names no tool of Skillet, so it allows none of its own.'

  it('of a page are reported once, although two readers read it', async () => {
    const page = markdown('name: demo\ndescription: x\nallowed-tools: Read(\nmetadata:\n  role: context')
    expect(findings(await readFiles({ 'SKILL.md': page }))).toEqual([`warning ["allowed-tools"]: ${unclear}`])
    const other = await readFiles({ 'a.skill.md': markdown('name: a\nallowed-tools: Read(') })
    expect(findings(other)).toEqual([`warning ["allowed-tools"]: ${unclear}`])
  })

  it.each([
    ['5', '5'],
    ['\n  Bash: git', 'an object'],
  ])('that are no text allow nothing, and say so: %s', async (written, value) => {
    const read = await readFiles({ 'SKILL.md': markdown(`name: demo\ndescription: x\nallowed-tools: ${written}`) })
    expect(read.allowedTools).toBe('')
    expect(findings(read)).toEqual([`warning ["allowed-tools"]: This must be a string, but is ${value}.`])
  })
})

describe('a page that cannot be read', () => {
  const guard = { 'guard.skill.md': markdown('name: guard\nmetadata:\n  role: middleware\n  delegate: ./work.js') }
  const tools = { ...guard, 'work.js': WORK, 'in/act.skill.js': WORK, 'out.skill.js': WORK }

  it.each([
    ['of a folder', 'in/SKILL.md', ['act'], ['guard', 'out']],
    ['of the skill', 'SKILL.md', ['out', 'guard', 'act'], []],
  ])('withholds the tools that it may protect: %s', async (_, file, withheld, offered) => {
    const page = (rest: string) => ({ [file]: markdown(`name: demo\ndescription: x\nmetadata:\n  guard: {}${rest}`) })
    expect(names(await readFiles({ ...tools, ...page('') }))).toHaveLength(3)
    const read = await readFiles({ ...tools, ...page('\nb: [') })
    expect(names(read)).toEqual(offered)
    expect(read.withheld.map(({ name, diagnostic }) => [name, diagnostic.file])).toEqual(
      expect.arrayContaining(withheld.map((name) => [name, file])),
    )
  })
})

describe('a file that cannot be used', () => {
  const work = { 'work.skill.js': `export const frontmatter = { metadata: { guard: 1 } }\n${WORK}` }
  const guard = (rest: string) => ({ 'guard.skill.md': markdown(`name: guard\nmetadata:\n  role: middleware${rest}`) })

  it.each([
    ['middleware', 'guard.skill.md', guard('\n  delegate: ./guard.js\nb: [')],
    ['middleware without its code', 'guard.skill.md', guard('\n  delegate: ./gone.js')],
    ['middleware in braces', 'guard.skill.md', { 'guard.skill.md': markdown('{metadata: {role: middleware}, b: [}') }],
    [
      'middleware in code',
      'guard.skill.js',
      { 'guard.skill.js': 'export const frontmatter = { role: "middleware" } }' },
    ],
    [
      'the main file',
      'start.skill.md',
      { 'start.skill.md': markdown('allowed-tools: Read\nmetadata:\n  role: main\nb: [') },
    ],
  ])('withholds the tools that it may protect: %s', async (_, file, more) => {
    const read = await readFiles({ ...work, 'guard.js': WORK, ...more })
    expect(names(read)).toEqual([])
    expect(read.withheld).toContainEqual({ name: 'work', diagnostic: expect.objectContaining({ file }) })
  })

  it.each(['latin1', 'utf16le'] as const)('withholds them too if it is middleware in %s', async (encoding) => {
    const dir = writeSkill(work)
    writeFileSync(join(dir, 'guard.skill.md'), `\uFEFF${markdown('metadata:\n  role: middleware\n  a: é')}`, encoding)
    expect(names(await readSkill(dir, CHECKS))).toEqual([])
  })

  it('withholds nothing else if it has another role', async () => {
    const read = await readFiles({ ...work, 'other.skill.md': markdown('metadata:\n  role: context\nb: [') })
    expect(names(read)).toEqual(['work'])
  })
})

it('metadata that are no fields are told once', async () => {
  const page = markdown('name: demo\ndescription: x\nmetadata: [params]')
  expect(findings(await readFiles({ 'SKILL.md': page }))).toEqual(['error metadata: This needs fields.'])
  const read = await readFiles({ 'a.skill.md': markdown('name: a\nmetadata: [a]') })
  expect(findings(read)).toEqual(['warning metadata: This needs fields.'])
})

describe('an annotation', () => {
  it.each([
    ['$inherit: no', 'the string "no"'],
    ['$order: first', 'the string "first"'],
    ['$merge: deepp', 'the string "deepp"'],
    ['$remove: 5', '5'],
    ['$private: yes', 'the string "yes"'],
    ['$global: [key, kye]', 'an array'],
  ])('whose value does not work is reported: %s', async (written, value) => {
    const [name] = written.split(':')
    const read = await readFiles({ 'a.skill.md': markdown(`metadata:\n  key: 1\n  ${written}`) })
    expect(findings(read)).toEqual([`warning metadata.${name}: ${name} does not work as written here: ${value}.`])
    expect(read.diagnostics.map(({ remedy }) => textOf(remedy))).toEqual([
      expect.stringContaining('names of the data for $remove and $global; names of the data, true or false for'),
    ])
  })

  it.each(['$inherit: false', '$order: -1', '$merge: shallow', '$remove: [other]', '$private: true', '$local: key'])(
    'whose value works is not: %s',
    async (written) => {
      const read = await readFiles({ 'a.skill.md': markdown(`metadata:\n  key: 1\n  ${written}`) })
      expect(findings(read)).toEqual([])
    },
  )
})

describe('a tool whose result nobody could check', () => {
  it.each([
    ['{ type: strin }', 'properties.value.type'],
    ['{ $ref: "#/nowhere" }', 'properties.value.$ref'],
  ])('is withheld before it does anything: %s', async (returns, where) => {
    const read = await readFiles({
      'a.skill.js': `export const frontmatter = { metadata: { returns: ${returns.replace('strin', '"strin"')} } }\n${WORK}`,
    })
    expect(names(read)).toEqual([])
    expect(findings(read)).toEqual([expect.stringContaining(`metadata.returns: This schema cannot be used: ${where}`)])
  })

  it.each(['{ type: string }', '{ $ref: "#/$defs/a", $defs: { a: { type: string } } }', '{ $resolve: nonlocals.x }'])(
    'is not one with a schema that works: %s',
    async (returns) => {
      const read = await readFiles({ 'a.skill.md': markdown(`metadata:\n  returns: ${returns}`) })
      expect(names(read)).toEqual(['a'])
    },
  )
})

describe('a function', () => {
  it.each([
    'async function work(ctx, args) { return args }\nexport { work as default }\n',
    "export { work as 'default' } from './lib/work.js'\n",
    "export { default } from './lib/work.js'\n",
  ])('may be exported as the default under another name: %s', async (code) => {
    expect(names(await readFiles({ 'a.skill.js': code, 'lib/work.js': WORK }))).toEqual(['a'])
  })
})
