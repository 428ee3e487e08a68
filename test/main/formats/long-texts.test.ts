import { describe, expect, it } from 'vitest'
import { readFiles } from '#test/helpers/function-skill'
import { makeProject, readProject } from '#test/helpers/rye-project'

const PAGE = '---\nname: demo\ndescription: A demo.\n---\n'
const LONGEST_MS = 12_000

const python = (doc: string) =>
  `__tool_type__ = "python"\n__executor_id__ = "python/function"\ndef main(x):\n    """${doc}"""\n    return x\n`
const script = (comment: string) =>
  `export const __tool_type__ = 'javascript'\nexport const __executor_id__ = 'node'\n/* ${comment} */\nexport default () => 1\n`
const page = (text: string) => ({ 'SKILL.md': `${PAGE}${text}\n\nSee the guide.\n`, 'guide.md': 'It says more.' })

/** Each of these took minutes or more at the size that a file may have, and nothing else ran meanwhile. */
const PROJECTS: [what: string, files: Record<string, string>][] = [
  ['blank lines in a docstring', { 'tools/t.py': python(`a${'\n'.repeat(100_000)}b`) }],
  ['brackets in a docstring that nobody closes', { 'tools/t.py': python('x (\n'.repeat(100_000)) }],
  ['blank lines between statements', { 'tools/t.py': `${python('a')}${'\n'.repeat(100_000)}#` }],
  ['a type with many spaces', { 'tools/t.py': python('a').replace('x)', `x: "${' '.repeat(300_000)}y")`) }],
  ['spaces after the word "from"', { 'tools/t.js': script(`from${' '.repeat(200_000)}x`) }],
  ['spaces in a signature', { 'tools/t.py': `# rye:signed:${' '.repeat(300_000)}x\n${python('a')}` }],
  ['spaces in a line of TOML', { 'tools/t.toml': `a = "b"${' '.repeat(200_000)}c\n` }],
  ['quotes in a line of TOML', { 'tools/t.toml': `a = "${'\\"'.repeat(200_000)}\n` }],
  ['a parameter of a shell tool', { 'tools/t.sh': `# @param x${' '.repeat(200_000)}a\u2028b\n` }],
]

const SKILLS: [what: string, files: Record<string, string>][] = [
  ['one long word', page('a'.repeat(200_000))],
  ['one long path', page('a/'.repeat(100_000))],
  ['dots', page(`${'.'.repeat(200_000)}x`)],
  ['stars', { 'SKILL.md': `${PAGE}Run scripts/a.js`, 'scripts/a.js': `/${'*'.repeat(500_000)}` }],
]

describe('a text made to be slow', () => {
  it.each(PROJECTS)('of a project is read at once: %s', { timeout: 300_000 }, async (_, files) => {
    const dir = makeProject({ 'tools/other.yaml': 'tool_type: library\n', ...files })
    const start = performance.now()
    expect((await readProject(dir)).skill.format).toBe('rye')
    expect(performance.now() - start).toBeLessThan(LONGEST_MS)
  })

  it.each(SKILLS)('of a skill is read at once: %s', { timeout: 300_000 }, async (_, files) => {
    const start = performance.now()
    expect((await readFiles(files)).name).toBe('demo')
    expect(performance.now() - start).toBeLessThan(LONGEST_MS)
  })

  it('still names the files that it names', async () => {
    const { readable } = await readFiles({
      'SKILL.md': `${PAGE}${'a'.repeat(1000)} Read docs/guide.md... and $DIR/docs/more, and see assets/ for icons.`,
      ...{ 'docs/guide.md': 'x', 'docs/more.md': 'x', 'docs/other.md': 'x', 'assets/icon.txt': 'x' },
    })
    expect(readable).toEqual(['docs/guide.md', 'docs/more.md', 'assets/icon.txt'])
  })
})
