import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listAdoptable } from '#main/install/list-installed'
import { sanitizePath } from '#main/runners/process/search-path'
import { loadRegistry } from '#main/trust/skill-registry'
import { AGENT_SKILLS, writeAgentSkills } from '#test/helpers/agent-skills'
import { CHECKS, readFiles, writeSkill } from '#test/helpers/function-skill'
import { loadSkills } from '#test/helpers/load-skills'
import { makeTempDir } from '#test/helpers/temp-dir'

const read = (name: string) => readFiles(AGENT_SKILLS[name] ?? {})
const toolsOf = async (name: string) =>
  (await read(name)).tools.map(({ name, source }) => `${name} ${source.file}`).sort()

describe('the folders of other agents', () => {
  it.each(['.agents', '.claude', '.ollama'])(
    'load from ~/%s/skills without an error, and are offered',
    async (place) => {
      const home = makeTempDir()
      const folder = join(home, place, 'skills')
      writeAgentSkills(folder)
      const { skills, diagnostics } = await loadSkills([{ path: folder, origin: 'named' }], CHECKS)
      expect(skills.map(({ name }) => name).sort()).toEqual(Object.keys(AGENT_SKILLS).sort())
      const problems = [...diagnostics, ...skills.flatMap((skill) => skill.diagnostics)]
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(skills.every(({ description, body }) => description !== '' && body !== '')).toBe(true)
      const offered = await listAdoptable(home, [])
      expect(offered.map(({ name }) => name).sort()).toEqual(Object.keys(AGENT_SKILLS).sort())
      expect(offered[0]).toMatchObject({ place: `~/${place}/skills`, isInstalled: false })
    },
  )

  it('offer the files that a page names, in any case, and those of a folder that it names', async () => {
    expect((await read('paper-forms')).readable).toEqual([
      ...['LICENSE.txt', 'forms.md', 'reference.md', 'scripts/check_fields.py', 'scripts/fill_form.py'],
    ])
    expect((await read('page-themes')).readable).toEqual([
      ...['theme-showcase.md', 'themes/forest.md', 'themes/ocean.md'],
    ])
    expect((await read('web-artifacts')).readable).toContain('examples/hello.html')
    expect((await read('house-style')).readable).toBeUndefined()
  })
})

describe('a script that a page names', () => {
  it('is a tool, with or without its ending, in a scripts folder at any depth, or as a program’s argument', async () => {
    expect(await toolsOf('paper-forms')).toEqual([
      ...['paper_forms_check_fields scripts/check_fields.py', 'paper_forms_fill_form scripts/fill_form.py'],
    ])
    expect(await toolsOf('web-artifacts')).toEqual([
      ...[
        'web_artifacts_bundle scripts/bundle.mjs',
        'web_artifacts_init_page scripts/init-page.sh',
        'web_artifacts_measure tools/measure.py',
      ],
    ])
    expect(await toolsOf('office-text')).toEqual(['office_text_unpack ooxml/scripts/unpack.py'])
    expect(await toolsOf('page-themes')).toEqual([])
  })

  it('takes the words of a command line, and is described by the first words of its file', async () => {
    const { tools, code, body } = await read('skill-maker')
    expect(tools).toMatchObject([
      {
        name: 'skill_maker_init_skill',
        description: 'Run scripts/init_skill.py of the skill skill-maker. Begin a skill from a template.',
        params: { properties: { args: { type: 'array', items: { type: 'string' } } }, additionalProperties: false },
        runtime: { kind: 'code', launcher: 'python', mode: 'script', argv: 'list' },
      },
    ])
    expect(code).toEqual(['scripts/init_skill.py'])
    expect(body).toContain('- scripts/init_skill.py: skill_maker_init_skill')
  })

  it.each([
    ['x.py', '"""**Important** words."""\n', '*Important** words.'],
    ['x.py', '# Two\n# lines.\n', 'Two lines.'],
    ['x.js', '/*** A block.\n * **Bold** words. */\n', 'A block. **Bold** words.'],
    ['x.js', '/*\n**Bold** words. */\n', '*Bold** words.'],
  ])('keeps the description that it was reviewed with: %s, %j', async (file, text, expected) => {
    const page = `---\nname: demo\ndescription: D.\n---\nRun scripts/${file}.\n`
    const { tools } = await readFiles({ 'SKILL.md': page, [`scripts/${file}`]: text })
    expect(tools[0]?.description).toBe(`Run scripts/${file} of the skill demo. ${expected}`)
  })

  it('has its folder in its name if another has the same name', async () => {
    const body = 'Use `python a/scripts/run.py` or `python b/scripts/run.py`.'
    const files = {
      'SKILL.md': `---\nname: demo\ndescription: D.\n---\n${body}\n`,
      'a/scripts/run.py': '',
      'b/scripts/run.py': '',
    }
    expect((await readFiles(files)).tools.map(({ name }) => name)).toEqual([
      'demo_a_scripts_run_py',
      'demo_b_scripts_run_py',
    ])
  })

  it('is not found in a file whose ending only looks like one', async () => {
    const page =
      '---\nname: demo\ndescription: D.\n---\nRun scripts/a.constructor and scripts/b.PY, then scripts/_part.py.\n'
    const files = { 'scripts/a.constructor': '', 'scripts/b.PY': '', 'scripts/_part.py': '' }
    expect((await readFiles({ 'SKILL.md': page, ...files })).tools).toEqual([])
  })

  it('is a helper and no tool if a tools.json declares the tools', async () => {
    const page = '---\nname: demo\ndescription: D.\n---\nRun scripts/x.py.\n'
    const files = { 'SKILL.md': page, 'scripts/x.py': 'print(1)\n' }
    expect((await readFiles(files)).tools).toHaveLength(1)
    const tools = JSON.stringify({ tools: [], allowlist: {}, execution: [] })
    expect((await readFiles({ ...files, 'tools.json': tools })).tools).toEqual([])
  })
})

const searchPath = await sanitizePath(process.env.PATH ?? '', [])

it('reports an entry of allowed-tools that names nothing here, unless it matches a declared command', async () => {
  const folder = makeTempDir()
  const write = (allowed: string) => {
    const page = `---\nname: demo\ndescription: D.\nallowed-tools: ${allowed}\n---\nRun scripts/x.py.\n`
    return { path: writeSkill({ 'SKILL.md': page, 'scripts/x.py': 'print(1)\n' }), origin: 'named' as const }
  }
  writeAgentSkills(folder, ['office-text'])
  const remarks = async (allowed: string) => {
    const { skills } = await loadRegistry([write(allowed), { path: folder, origin: 'named' }], searchPath)
    const remarked = skills.find(({ name }) => name === 'demo')?.diagnostics ?? []
    return remarked.flatMap(({ severity, message }) => (message.code === 'allowed-tools-unclear' ? [severity] : []))
  }
  expect(await remarks('Bash(git:*)')).toEqual(['warning'])
  expect(await remarks('Bash(python:*)')).toEqual([])
  expect(await remarks('Read, Bash(python scripts/x.py:*), Bash(cargo:*)')).toEqual(['info', 'warning'])
  expect(await remarks('demo_x')).toEqual([])
})
