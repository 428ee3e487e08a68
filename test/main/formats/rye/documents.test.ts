import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { estimateCost } from '#shared/skill/about'
import { root } from '#test/helpers/root'
import { callIn, example, readFiles } from '#test/helpers/rye-project'

/** A YAML tool, with an example of a document in it. Of a field that the example holds, only that of the example stays. */
function withExample(document: '000' | '001', number: number): string {
  const own = example(document, number)
  const base = {
    ...{ tool_id: 'deploy-service', tool_type: 'script', version: '"1.0.0"', description: 'd' },
    ...{ executor_id: 'subprocess', category: 'deployment/kubernetes', config: '{command: echo, args: [hi]}' },
  }
  const rest = Object.entries(base).filter(([name]) => !new RegExp(`^${name}:`, 'm').test(own))
  return `${rest.map(([name, value]) => `${name}: ${value}\n`).join('')}${own}`
}

const FIELDS = [14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25].map((number) => ['000', number] as const)
const OLDER = [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24].map(
  (n) => ['001', n] as const,
)

describe('the examples of both documents', () => {
  it('are word for word those of the documents', () => {
    const text = (name: string) => readFileSync(join(root, 'test', 'fixtures', 'rye', `document-${name}.md`), 'utf8')
    expect(text('000').match(/^```\w/gm)).toHaveLength(27)
    expect(text('001').match(/^```\w/gm)).toHaveLength(31)
  })

  it.each([...FIELDS, ...OLDER])('load without an error as part of a YAML tool: %s, %i', async (document, number) => {
    const { findings, skill } = await readFiles({
      'tools/deployment/kubernetes/t.yaml': withExample(document, number),
    })
    expect(findings.filter((finding) => finding.startsWith('error') && !finding.includes('rye.execute'))).toEqual([])
    if (!example(document, number).includes('rye.execute') && !example(document, number).includes('image:')) {
      expect(
        skill.tools.length + skill.withheld.filter(({ diagnostic }) => diagnostic.code !== 'SOURCE_SYNTAX').length,
      ).toBeGreaterThan(0)
    }
  })

  it('are refused if they require what nothing here provides', async () => {
    const { skill, findings } = await readFiles({ 'tools/deployment/kubernetes/t.yaml': withExample('000', 14) })
    expect(skill.tools).toEqual([])
    expect(findings.join('\n')).toContain('rye.execute.spawn.thread, rye.execute')
  })

  it('leave the YAML tool without a command with nothing to run', async () => {
    const { skill, findings } = await readFiles({ 'tools/category/path/tool_name.yaml': example('000', 11) })
    expect(skill.tools).toEqual([])
    expect(findings.join('\n')).toMatch(/nothing to run/)
    expect(findings.some((finding) => finding.startsWith('error'))).toBe(false)
  })

  it('name the line of the class that is not valid Python, and list the valid one', async () => {
    const broken = await readFiles({ 'tools/sinks/sink.py': example('000', 27) })
    expect(broken.findings).toEqual([expect.stringMatching(/^error tools\/sinks\/sink\.py : line 1[0-9]: /)])
    const whole = await readFiles({ 'tools/sinks/file_sink.py': example('001', 28) })
    expect(whole.skill.tools).toEqual([])
    expect(whole.skill.withheld).toMatchObject([{ name: 'sinks_file_sink', diagnostic: { code: 'NOT_OFFERED' } }])
  })

  it('take the folder for the category, whatever the file’s name', async () => {
    const head = `/** @version 1.0.0\n * @tool_type javascript\n * @executor_id node\n * @description d\n`
    const [, category] = /^category: (.*)$/m.exec(example('001', 4)) ?? []
    const source = `${head} * @category ${category} */\nexport default () => 1\n`
    const { skill, findings } = await readFiles({ 'tools/deployment/deploy-service.js': source })
    expect(skill.tools).toHaveLength(1)
    expect(findings).toEqual([])
  })

  it('find nothing to run for a script of a runtime, until a command is named', async () => {
    const rest = 'version: "1.0.0"\ndescription: d\ncategory: ""\ntool_id: t\n'
    const bare = await readFiles({ 'tools/t.yaml': example('001', 29) + rest })
    expect(bare.findings).toEqual([expect.stringMatching(/^warning .*nothing to run/)])
    const whole = await readFiles({ 'tools/t.yaml': `${example('001', 29)}${rest}config: {command: echo}\n` })
    expect(whole.skill.tools).toHaveLength(1)
  })

  it('name the tool of a server in their configuration', async () => {
    const { skill } = await readFiles({
      'tools/mcp/servers/context7.yaml': example('000', 13),
      'tools/mcp/find.yaml': `tool_type: mcp\nexecutor_id: mcp/http\ncategory: mcp\nversion: "1.0.0"\ndescription: d\n${example('000', 22)}`,
    })
    expect(skill.tools).toMatchObject([{ runtime: { kind: 'mcp', tool: 'resolve-library-id' } }])
  })

  it('list a runtime and a library, and never offer them', async () => {
    const { skill, findings } = await readFiles({
      'tools/r.yaml': example('001', 30),
      'tools/l.yaml': example('001', 31),
    })
    expect(skill.tools).toEqual([])
    expect(skill.withheld.map(({ diagnostic }) => diagnostic.code)).toEqual(['NOT_OFFERED', 'NOT_OFFERED'])
    expect(findings.some((finding) => finding.startsWith('error'))).toBe(false)
  })

  it('fill the description from the constant and from JSDoc', async () => {
    const said = 'Deploy service to Kubernetes cluster with rolling updates'
    const head =
      '__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "python/function"\n__category__ = ""\n'
    const python = `${head}${example('001', 9)}\ndef execute(params, project_path):\n    return {}\n`
    const script = `${example('001', 10)}\nexport const __executor_id__ = 'node'\nexport default function main() {}\n`
    const { skill } = await readFiles({ 'tools/p.py': python, 'tools/n.mjs': script })
    expect(skill.tools.map(({ description }) => description)).toEqual([said, said])
  })

  it('find their tools by the path of the document', async () => {
    const python = example('000', 2)
    const ids = ['rye/file-system/write', 'rye/bash/bash']
    const { skill } = await readFiles(Object.fromEntries(ids.map((id) => [`tools/${id}.py`, python])))
    expect(skill.tools.map(({ about }) => about?.path).sort()).toEqual([...ids].sort())
  })

  it('fill in what the page of a tool shows', async () => {
    const source = [18, 19, 24, 25].map((number) => example('000', number)).join('\n')
    const { skill } = await readFiles({
      'tools/deployment/kubernetes/t.yaml': withExample('000', 17).replace(
        /^output_schema/m,
        `${source}\noutput_schema`,
      ),
    })
    const [tool] = skill.tools
    expect(tool).toMatchObject({
      description: 'd Examples: Deploy to production; Scale service replicas',
      retry: { attempts: 3, backoff: 'exponential', initialMs: 1000, mostMs: 60_000, multiplier: 2 },
      about: {
        ...{ url: 'https://docs.example.com/tools/deploy', author: 'platform-team', stability: 'stable' },
        cost: { perCall: 0.01, perMinute: 0.05, estimatedDuration: 60, currency: 'USD' },
      },
      output: { required: ['deployment_id', 'status'] },
    })
    expect(tool?.about?.cost && estimateCost(tool.about.cost)).toBeCloseTo(0.06)
    expect(tool?.about?.cost && estimateCost(tool.about.cost, 120_000)).toBeCloseTo(0.11)
  })

  it('refuse a path outside the project, as the standard pattern does', async () => {
    const head =
      '__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "python/function"\n__category__ = ""\n__tool_description__ = "d"\nfrom pathlib import Path\n'
    const { forModel } = await callIn({ 'tools/t.py': head + example('000', 8) }, 't', { file_path: '/etc/passwd' })
    expect(forModel).toMatch(/^error: Path is outside the project workspace/)
    const inside = await callIn({ 'tools/t.py': head + example('000', 8) }, 't', { file_path: 'a.txt' })
    expect(inside.forModel).toMatch(/^error: name 'do_something' is not defined/)
  })
})
