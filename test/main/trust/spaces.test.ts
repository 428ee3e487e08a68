import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadRegistry, type SkillSource } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import { callTool, makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'

const yaml = (fields: Record<string, string>) =>
  Object.entries({ version: '"1.0.0"', description: 'd', tool_type: 'script', category: '""', ...fields })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

const RUNTIME = yaml({
  ...{ tool_type: 'runtime', category: 'my', executor_id: 'subprocess' },
  config: '{command: sh, args: ["{tool_path}", "{word}"]}',
})
const TOOL = `#!/bin/sh\n# @version 1.0.0\n# @tool_type script\n# @executor_id my/runtime\n# @category\n# @description d\n# @param word:string required "w"\necho "said $1"\n`
const says = (word: string) => yaml({ executor_id: 'subprocess', config: `{command: echo, args: [${word}]}` })

type Files = Record<string, string>

function moveHome(home: string): void {
  const before = process.env.HOME
  process.env.HOME = home
  onTestFinished(() => {
    process.env.HOME = before
  })
}

/** The person's own `~/.ai`, a project, and what comes with Skillet. */
async function load({ user, project, system }: { user?: Files; project?: Files; system?: Files }) {
  const home = makeTempDir()
  moveHome(home)
  const dir = join(makeTempDir(), 'garden')
  const sources: SkillSource[] = [
    ...(user ? [{ path: makeProject(user, home), origin: 'named' as const }] : []),
    ...(project ? [{ path: makeProject(project, dir), origin: 'named' as const }] : []),
    ...(system ? [{ path: makeProject(system, join(makeTempDir(), 'bundle')), origin: 'bundled' as const }] : []),
  ]
  const registry = await loadRegistry(sources, (process.env.PATH ?? '').split(':'))
  const findings = registry.skills.flatMap(({ name, diagnostics }) =>
    diagnostics.map(({ severity, message }) => `${name} ${severity} ${textOf(message)}`),
  )
  const call = (tool: string, args = {}) => callTool({ registry, dir }, tool, args)
  return { registry, findings, dir, home, call }
}

describe('the three spaces of Rye tools', () => {
  it('let a project use the person’s runtime', async () => {
    const { call, registry } = await load({
      user: { 'tools/my/runtime.yaml': RUNTIME },
      project: { 'tools/t.sh': TOOL },
    })
    expect(registry.find('t')).toMatchObject({
      ...{ ok: true, tool: { about: { chain: ['t', 'my/runtime', 'subprocess'] } } },
    })
    expect((await call('t', { word: 'a b' })).forModel.trim()).toBe('said a b')
  })

  it('stay separate when they are installed', async () => {
    const [person, home] = [makeTempDir(), makeTempDir()]
    moveHome(person)
    makeProject({ 'tools/my/runtime.yaml': RUNTIME }, person)
    const project = makeProject({ 'tools/t.sh': TOOL }, join(makeTempDir(), 'garden'))
    const run = (...args: string[]) => callCli([...args, '--home', home, '--no-bundled'], { cwd: person })
    await run('skills', 'install', project)
    await run('skills', 'trust', 'garden', '--yes')
    await run('skills', 'scripts', 'garden', 'on', '--yes')
    const call = () => run('run', 't', '--args', '{"word": "x"}', '--yes', '--json')
    expect(JSON.parse((await call()).stdout)).toMatchObject({ error: { code: 'TOOL_BROKEN' } })
    await run('skills', 'install', '~/.ai')
    expect(JSON.parse((await call()).stdout)).toMatchObject({ error: { code: 'TOOL_BROKEN' } })
    await run('skills', 'trust', basename(person), '--yes')
    expect(JSON.parse((await call()).stdout)).toMatchObject({ ok: true, run: { result: 'said x\n' } })
  })

  it('let a project use the person’s server', async () => {
    const server = yaml({
      ...{ tool_type: 'mcp_server', executor_id: 'null', category: 'mcp' },
      config: '{transport: http, url: "https://mcp.example.com/mcp"}',
    })
    const tool = yaml({ executor_id: 'mcp/http', config: '{server: mcp/s, tool_name: find}' })
    const { registry } = await load({ user: { 'tools/mcp/s.yaml': server }, project: { 'tools/t.yaml': tool } })
    expect(registry.find('t')).toMatchObject({
      ...{ ok: true, tool: { runtime: { server: { start: { url: 'https://mcp.example.com/mcp' } } } } },
    })
  })

  it('RY-25: refuse a person’s tool that wants a project’s runtime', async () => {
    const { registry, findings } = await load({
      user: { 'tools/t.sh': TOOL },
      project: { 'tools/my/runtime.yaml': RUNTIME },
    })
    expect(registry.find('t')).toMatchObject({ ok: false, error: { code: 'TOOL_BROKEN' } })
    expect(findings.join('\n')).toContain('in the project space, which a tool of the user space may not use')
  })

  it('take the nearest of two tools with one path, and report both', async () => {
    const { call, findings } = await load({
      ...{
        user: { 'tools/t.yaml': says('mine'), 'tools/u.yaml': says('mine') },
        project: { 'tools/t.yaml': says('near') },
      },
      system: { 'tools/t.yaml': says('far'), 'tools/u.yaml': says('far'), 'tools/v.yaml': says('far') },
    })
    expect((await call('t')).forModel.trim()).toBe('near')
    expect((await call('u')).forModel.trim()).toBe('mine')
    expect((await call('v')).forModel.trim()).toBe('far')
    expect(findings).toContainEqual(expect.stringMatching(/^garden info "t" takes the place .* skill bundle/))
    expect(findings).toContainEqual(expect.stringMatching(/^bundle warning .*"t".*"garden\/tools\/t\.yaml"/))
  })

  it('apply configuration in order: Skillet’s, the person’s, the project’s', async () => {
    const python = `__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "python/function"\n__category__ = ""\n__tool_description__ = "d"\nCONFIG_RESOLVE = {"path": "a.yaml"}\ndef execute(params, project_path): return params\n`
    const { call, home, dir } = await load({
      system: { 'tools/s.yaml': says('x'), 'config/a.yaml': 'provider: openai\ntimeout: 30\nretries: 3\n' },
      user: { 'tools/u.yaml': says('x'), 'config/a.yaml': 'timeout: 60\n' },
      project: { 'tools/t.py': python, 'config/a.yaml': 'provider: anthropic\nmodel: claude\n' },
    })
    const { run, plan } = await call('t')
    expect(run?.result).toEqual({
      resolved_config: { provider: 'anthropic', timeout: 60, retries: 3, model: 'claude' },
    })
    const [note] = plan?.notes.map(({ text }) => textOf(text)) ?? []
    expect(note).toContain(`${home}/.ai/config/a.yaml, ${dir}/.ai/config/a.yaml`)
  })
})
