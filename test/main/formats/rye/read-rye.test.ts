import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSignature } from '#main/formats/rye/signature'
import { isObject, type JsonObject } from '#shared/json'
import { root } from '#test/helpers/root'
import { example, makeProject, readFiles, readProject } from '#test/helpers/rye-project'

const python = (more = '', head: Record<string, string> = {}) => {
  const fields = {
    ...{ __version__: '"1.0.0"', __tool_type__: '"python"', __executor_id__: '"python/function"' },
    ...{ __category__: '""', __tool_description__: '"Says something"', ...head },
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${value}`)
  return `${lines.join('\n')}\n${more}\ndef execute(params, project_path):\n    return {"success": True, "output": params}\n`
}

const yaml = (more: string) =>
  `tool_id: t\ntool_type: yaml\nversion: "1.0.0"\ndescription: Does something\nexecutor_id: subprocess\ncategory: ""\n${more}\n`

const runs = 'config:\n  command: echo\n  args: ["{name}"]\n'

describe('a project of Rye tools', () => {
  it('RY-01: gives a tool with its five facts and its schema', async () => {
    const { skill, findings } = await readFiles({ 'tools/category/path/t.py': example('000', 2) })
    expect(skill).toMatchObject({ name: 'sample', format: 'rye', code: ['tools/category/path/t.py'] })
    expect(skill.tools).toMatchObject([
      {
        ...{ id: 'sample/category_path_t', modelName: 'category_path_t', description: 'What this tool does' },
        about: {
          path: 'category/path/t',
          version: '1.0.0',
          chain: ['category/path/t', 'rye/core/runtimes/python/function'],
        },
        params: { required: ['param_name'] },
        signature: { state: 'malformed' },
      },
    ])
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatch(/^warning tools\/category\/path\/t\.py : The signature cannot be read/)
  })

  it('RY-02: runs no line of a file', async () => {
    const dir = makeProject({ 'tools/t.py': python(`open("${join(root, 'made-by-a-tool')}", "w").write("x")`) })
    expect((await readProject(dir)).skill.tools).toHaveLength(1)
    expect(existsSync(join(root, 'made-by-a-tool'))).toBe(false)
  })

  it('RY-03: takes a name assigned with a type annotation, and says so', async () => {
    const source = python().replace('__version__ =', '__version__: str =')
    const { skill, findings } = await readFiles({ 'tools/t.py': source })
    expect(skill.tools[0]?.about?.version).toBe('1.0.0')
    expect(findings).toEqual([expect.stringMatching(/^warning .*version.*assigned with a type/)])
  })

  it('RY-04: joins adjacent texts, and does not count a sum as a literal', async () => {
    const one = await readFiles({ 'tools/t.py': python('', { __tool_description__: '("a " "b")' }) })
    expect(one.skill.tools[0]?.description).toBe('a b')
    const other = await readFiles({ 'tools/t.py': python('', { __tool_description__: '"a"+"b"' }) })
    expect(other.findings).toEqual([expect.stringMatching(/__tool_description__ is not a literal.*line 5/)])
  })

  it('RY-05: withholds a tool whose schema is not a literal, and names the place and its line', async () => {
    const schema =
      'DEFAULT = 3\nCONFIG_SCHEMA = {\n  "type": "object",\n  "properties": {"n": {"default": DEFAULT}},\n}'
    const { skill, findings } = await readFiles({ 'tools/t.py': python(schema) })
    expect(skill.tools).toEqual([])
    expect(findings).toEqual([expect.stringMatching(/^error .*"properties\.n\.default".*line 9/)])
  })

  it('RY-06: limits a syntax error to its file', async () => {
    const { skill, findings } = await readFiles({ 'tools/good.py': python(), 'tools/bad.py': 'x = 1\ndef (:\n' })
    expect(skill.tools.map(({ name }) => name)).toEqual(['good'])
    expect(findings).toEqual([expect.stringMatching(/^error tools\/bad\.py : line 2: /)])
  })

  it('RY-07, RY-08: reads TypeScript by its grammar', async () => {
    const source = `${example('000', 26)}`
      .replace('"Greet a user by name"', `"Don't stop"`)
      .replace('description: "Name to greet"', 'description: "e.g. https://x.y", pattern: "^{"')
    const { tool } = await readFiles({ 'tools/utility/hello_node.ts': source })
    expect(tool('utility_hello_node')?.description).toBe("Don't stop")
    expect(tool('utility_hello_node')?.params.properties).toEqual({
      name: { type: 'string', description: 'e.g. https://x.y', pattern: '^{' },
    })
  })

  it('RY-09: fills in from JSDoc what no constant says', async () => {
    const { skill } = await readFiles({ 'tools/utility/hello_node.js': example('001', 26) })
    expect(skill.tools).toMatchObject([
      {
        description: 'Say hello to someone with a personalized greeting message',
        about: { version: '1.0.0', chain: ['utility/hello_node', 'node_runtime'] },
        params: { properties: { name: { type: 'string', description: 'Name to greet', default: 'World' } } },
        runtime: { kind: 'code', launcher: 'node', mode: 'script', argv: 'options' },
      },
    ])
  })

  it('RY-22: accepts the signature of the whole document, even padded, and notices each changed byte', async () => {
    const text = readFileSync(join(root, 'test', 'fixtures', 'rye', 'document-000.md'), 'utf8')
    expect(readSignature(text)).toMatchObject({ state: 'signed', fingerprint: '6ea18199041a1ea8' })
    expect(readSignature(text.replace(':6ea18199041a1ea8', '==:6ea18199041a1ea8')).state).toBe('signed')
    expect(readSignature(`${text} `).state).toBe('modified')
  })

  it('RY-24: refuses a circle, a chain of eleven, and a null executor for a tool that needs one', async () => {
    const link = (to: string) => yaml('').replace('executor_id: subprocess', `executor_id: ${to}`)
    const circle = await readFiles({ 'tools/a.yaml': link('b'), 'tools/b.yaml': link('a') })
    expect(circle.findings).toContainEqual(expect.stringMatching(/^error tools\/a\.yaml .*a → b → a/))
    const names = Array.from({ length: 12 }, (_, index) => `t${index}`)
    const files = names.map((name, index) => [`tools/${name}.yaml`, link(names[index + 1] ?? 'subprocess')])
    const long = await readFiles(Object.fromEntries(files))
    expect(long.findings).toContainEqual(expect.stringMatching(/^error tools\/t0\.yaml .*longer than 10/))
    const script = yaml('').replace('yaml', 'script').replace('executor_id: subprocess', 'executor_id: null')
    const none = await readFiles({ 'tools/a.yaml': script })
    expect(none.findings).toContainEqual(expect.stringMatching(/^error .*executor_id: A tool of type "script"/))
  })

  it('RY-28: maps float, keeps its bounds, and refuses an empty list of values', async () => {
    const list = (more: string) =>
      yaml(`${runs}parameters:\n  - name: n\n    description: d\n    type: float\n    ${more}`)
    const { skill } = await readFiles({ 'tools/t.yaml': list('minimum: 1') })
    expect(skill.tools[0]?.params.properties).toEqual({ n: { type: 'number', description: 'd', minimum: 1 } })
    const empty = await readFiles({ 'tools/t.yaml': list('enum: []') })
    expect(empty.skill.tools).toEqual([])
    expect(empty.findings).toContainEqual(expect.stringMatching(/^error .*allowed values is empty/))
  })

  it('RY-29: names both if the category and the folder differ', async () => {
    const { skill, findings } = await readFiles({ 'tools/y/t.py': python('', { __category__: '"x"' }) })
    expect(skill.tools).toHaveLength(1)
    expect(findings).toEqual([expect.stringMatching(/^warning .*"x".*"y"/)])
  })

  it('says of a tool at the root without a category that other programs refuse it', async () => {
    const { skill } = await readFiles({ 'tools/t.py': python() })
    expect(skill.tools).toHaveLength(1)
    expect(skill.diagnostics).toMatchObject([
      { severity: 'info', path: 'category', message: { code: 'rye-category-empty' } },
    ])
  })

  it('RY-31: makes a tool of each action, with the parameters of both', async () => {
    const source = yaml(`${runs}parameters:\n  - {name: name, type: string, description: d}\n${example('000', 23)}`)
    const { skill } = await readFiles({ 'tools/t.yaml': source })
    const shown = skill.tools.map(({ name, description, params, fixedArgs }) => {
      return {
        name,
        description,
        takes: Object.keys((isObject(params.properties ?? null) ? params.properties : {}) as JsonObject),
        fixedArgs,
      }
    })
    expect(shown).toEqual([
      {
        name: 't__deploy',
        description: 'Deploy service',
        takes: ['name', 'service_name'],
        fixedArgs: { action: 'deploy' },
      },
      {
        name: 't__rollback',
        description: 'Rollback to previous version',
        takes: ['name', 'deployment_id'],
        fixedArgs: { action: 'rollback' },
      },
    ])
  })

  it('lists libraries, runtimes, primitives and servers, and offers none of them', async () => {
    const typed = (type: string) => `tool_type: ${type}\nexecutor_id: null\ncategory: ""\nversion: "1.0.0"\n`
    const types = ['library', 'runtime', 'primitive', 'mcp_server']
    const { skill, findings } = await readFiles(
      Object.fromEntries(types.map((type) => [`tools/${type}.yaml`, typed(type)])),
    )
    expect(skill.tools).toEqual([])
    expect(skill.withheld.map(({ name }) => name).sort()).toEqual([...types].sort())
    expect(findings.every((finding) => finding.startsWith('info'))).toBe(true)
  })

  it('takes the first of two files with one identity, in a fixed order', async () => {
    const { skill, findings } = await readFiles({ 'tools/t.py': python(), 'tools/t.yaml': yaml(runs) })
    expect(skill.tools.map(({ source }) => source.file)).toEqual(['tools/t.py'])
    expect(findings).toEqual([expect.stringMatching(/^warning tools\/t\.yaml .*"t".*"tools\/t\.py"/)])
  })

  it('reads the same from a file without Python', async () => {
    const dir = makeProject({
      'tools/t.py': python(
        'CONFIG_SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "description": \'x\'}}}',
      ),
    })
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const { skill } = await readProject(dir, ['/nowhere'])
      expect(skill.withheld).toMatchObject([{ name: 't', diagnostic: { code: 'BINARY_MISSING' } }])
    } finally {
      process.env.PATH = path
    }
  })

  it('does not follow a link to a tool outside', async () => {
    const outside = makeProject({ 'tools/t.py': python() })
    const dir = makeProject({ 'tools/u.py': python() })
    symlinkSync(join(outside, '.ai', 'tools', 't.py'), join(dir, '.ai', 'tools', 't.py'))
    const { skill } = await readProject(dir)
    expect(skill.tools.map(({ name }) => name)).toEqual(['u'])
  })
})
