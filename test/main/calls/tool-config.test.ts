import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveConfig } from '#main/calls/callable'
import { mergeConfig } from '#main/formats/rye/item'
import { textOf } from '#shared/messages/message'
import { callIn, example, makeProject } from '#test/helpers/rye-project'

const python = (request: string) => `
__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python/function"
__category__ = ""
__tool_description__ = "A tool of the tests"
${request}
CONFIG_SCHEMA = {"type": "object", "properties": {}}
def execute(params, project_path):
    return params
`

describe('configuration', () => {
  const layers = [
    { provider: 'openai', timeout: 30, retries: 3 },
    { timeout: 60 },
    { provider: 'anthropic', model: 'claude' },
  ]

  it('RY-18: merges system, user and project', () => {
    const merged = { provider: 'anthropic', timeout: 60, retries: 3, model: 'claude' }
    expect(mergeConfig('deep_merge', layers)).toEqual(merged)
  })

  it('RY-19: replaces lists, merges dictionaries, and drops extends from the result', () => {
    const merged = mergeConfig('deep_merge', [
      { list: [1, 2, 3], d: { a: 1 } },
      { list: [4, 5], extends: 'x', d: { b: 2, extends: 'y' }, e: { extends: 'z' } },
    ])
    expect(merged).toEqual({ list: [4, 5], d: { a: 1, b: 2 }, e: { extends: 'z' } })
  })

  it('RY-20: takes the nearest whole, or what there is', () => {
    expect(mergeConfig('first_match', layers)).toEqual(layers[2])
    expect(mergeConfig('first_match', [layers[0] ?? null, null, null])).toEqual(layers[0])
  })

  it('is read from the folder of each space, and never through a link that leaves it', async () => {
    const base = makeProject({ 'system/a.yaml': 'x: 1\ny: 1', 'user/a.yaml': 'y: 2', 'secret.yaml': 'z: 9' })
    const at = (space: string) => join(base, '.ai', space)
    makeProject({ 'project/b.yaml': 'q: 1' }, base)
    symlinkSync(at('secret.yaml'), join(at('project'), 'a.yaml'))
    const folders = { system: [at('system')], user: at('user'), project: at('project') }
    const { value, notes } = await resolveConfig([{ path: 'a.yaml', mode: 'deep_merge', isAlone: true }], folders)
    expect(value).toEqual({ x: 1, y: 2 })
    expect(notes.map((note) => textOf(note))).toEqual([
      `Configuration a.yaml comes from: ${at('system/a.yaml')}, ${at('user/a.yaml')}.`,
    ])
  })

  it('reaches a tool as one dictionary, and the plan says from where', async () => {
    const { run, plan, dir } = await callIn(
      { 'tools/t.py': python(example('000', 4)), 'config/web/websearch.yaml': 'engine: x\n' },
      ...(['t', {}] as const),
    )
    expect(run?.result).toEqual({ resolved_config: { engine: 'x' } })
    expect(plan?.notes.map(({ text }) => textOf(text))).toEqual([
      `Configuration web/websearch.yaml comes from: ${join(dir, '.ai/config/web/websearch.yaml')}.`,
    ])
  })

  it.each([
    [
      'JavaScript',
      't.mjs',
      "export const __executor_id__ = 'node'\nexport const CONFIG_RESOLVE = { path: 'a.json' }\nexport const execute = (p) => p.resolved_config\n",
    ],
    [
      'a command of YAML',
      't.yaml',
      `tool_id: t\ntool_type: script\nversion: "1.0.0"\ndescription: d\nexecutor_id: subprocess\ncategory: ""\nconfig_resolve: {path: a.json}\nconfig: {command: python3, args: ["-c", "import json, sys; print(json.dumps(json.load(sys.stdin)['resolved_config']))"]}\n`,
    ],
  ])('reaches a tool of %s', async (_language, file, source) => {
    const { run } = await callIn({ [`tools/${file}`]: source, 'config/a.json': '{"x": 1}' }, 't', {})
    expect(run?.result).toEqual({ x: 1 })
  })

  it('RY-21: is keyed by its path if several files are requested', async () => {
    const { run } = await callIn(
      {
        'tools/t.py': python(example('000', 5)),
        'config/agent/agent.yaml': 'a: 1\n',
        'config/agent/coordination.yaml': 'c: 2\n',
      },
      ...(['t', {}] as const),
    )
    expect(run?.result).toEqual({
      resolved_config: { 'agent/agent.yaml': { a: 1 }, 'agent/coordination.yaml': { c: 2 } },
    })
  })

  it('is not taken from a caller', async () => {
    const { error } = await callIn({ 'tools/t.py': python(example('000', 4)) }, 't', { resolved_config: { a: 1 } })
    expect(error).toMatchObject({ code: 'ARGS_INVALID', message: { code: 'config-given' } })
  })
})
