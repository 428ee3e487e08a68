import { expect, it } from 'vitest'
import { readPythonLiterals } from '#main/formats/rye/python-reader'
import { callIn, readFiles } from '#test/helpers/rye-project'

const head = (more = '') =>
  `__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "python/function"\n__category__ = ""\n__tool_description__ = "d"\n${more}`
const runs = 'def execute(params, project_path):\n    return params\n'
const schema = (text: string) => head(`CONFIG_SCHEMA = {"type": "object", "properties": {"p": ${text}}}\n${runs}`)
const yaml = (more: string, executor = 'subprocess') =>
  `tool_id: t\ntool_type: script\nversion: "1.0.0"\ndescription: d\nexecutor_id: ${executor}\ncategory: ""\n${more}`
const echo = 'config: {command: echo}\n'
const js = (more: string) =>
  `export const __executor_id__ = 'node'\n${more}\nexport default function main(p) { return p }\n`

/** One file, one trait: what is said of it, and whether its tool is offered. */
const CORPUS: [trait: string, file: string, source: string | Uint8Array, offered: boolean, finding?: RegExp][] = [
  ['a schema over several lines', 't.py', schema('{\n "type": "string",\n "description": "x"\n}'), true],
  ['single quotes', 't.py', head().replaceAll('"', "'") + runs, true],
  ['a text in triple quotes', 't.py', head('__tool_description__ = """a\nb"""\n') + runs, true],
  ['a raw text', 't.py', schema('{"type": "string", "description": "d", "pattern": r"^\\d+$"}'), true],
  ['a docstring before everything', 't.py', `"""What it is."""\n${head(runs)}`, true],
  ['an f-string as description', 't.py', head('X = 1\n__tool_description__ = f"{X}"\n') + runs, true, /not a literal/],
  ['facts inside of an if', 't.py', `if True:\n    __version__ = "1.0.0"\n${head(runs)}`, true],
  ['no version', 't.py', head(runs).replace(/__version.*\n/, ''), true, /"__version__" is missing/],
  ['a version with a word', 't.py', head(runs).replace('1.0.0', '1.0.0-beta'), true, /not of the form/],
  ['no description', 't.py', head(runs).replace(/__tool_desc.*\n/, ''), true, /"__tool_description__" is missing/],
  ['no executor', 't.py', head(runs).replace(/__executor.*\n/, ''), false, /does not say in executor_id/],
  ['an unknown executor', 't.py', head(runs).replace('python/function', 'cobol/85'), false, /no runtime "cobol\/85"/],
  [
    'the old name of the script runtime',
    't.py',
    head(runs).replace('python/function', 'rye/core/runtimes/python_script_runtime'),
    true,
  ],
  ['no function', 't.py', head('x = 1\n'), false, /no function/],
  ['future annotations and a dataclass', 't.py', `from __future__ import annotations\n${head(runs)}`, true],
  [
    'a capital in a parameter',
    't.py',
    schema('{"type": "string", "description": "x"}').replace('"p"', '"P"'),
    true,
    /snake_case/,
  ],
  ['no description of a parameter', 't.py', schema('{"type": "string"}'), true, /has no description/],
  ['a type of Python', 't.py', schema('{"type": "int", "description": "x"}'), true, /"int" is not a type/],
  ['a type of nobody', 't.py', schema('{"type": "decimal", "description": "x"}'), false, /"decimal" is not a type/],
  ['a pattern with look-ahead', 't.py', schema('{"type": "string", "description": "x", "pattern": "(?!a)b"}'), true],
  [
    'a pattern that only Python knows',
    't.py',
    schema('{"type": "string", "description": "x", "pattern": "(?P<a>x)(?P=a)"}'),
    true,
    /cannot be checked/,
  ],
  ['a NUL', 't.py', `${head(runs)}\0`, false, /line 1/],
  ['bytes of latin-1', 't.py', Buffer.from(`# caf\xe9\n${head(runs)}`, 'latin1'), false, /UTF-8/],
  ['more than 1 MiB', 't.py', `${head(runs)}#${'x'.repeat(5 * 1024 * 1024)}`, false, /bytes/],
  [
    'literals nested by the thousand',
    't.py',
    head(`CONFIG_SCHEMA = ${'['.repeat(5000)}${']'.repeat(5000)}\n${runs}`),
    false,
    /line \d+/,
  ],
  ['a tab for an indent', 't.py', head('def execute(params, project_path):\n\treturn {}\n'), true],
  ['line ends of Windows', 't.py', head(runs).replaceAll('\n', '\r\n'), true],
  ['a module of JavaScript', 't.mjs', js(''), true],
  ['CommonJS', 't.cjs', `/** @executor_id node */\nmodule.exports = { execute: () => 1 }\n`, true],
  ['a template literal', 't.js', js('export const __tool_description__ = `d`'), true],
  ['as const', 't.ts', js("export const CONFIG_SCHEMA = { type: 'object', properties: {} } as const"), true],
  [
    'a type on a schema',
    't.ts',
    js("export const CONFIG_SCHEMA: Record<string, unknown> = { type: 'object', properties: {} }"),
    true,
  ],
  [
    'a function in a schema',
    't.ts',
    js('export const CONFIG_SCHEMA = { type: "object", properties: make() }'),
    false,
    /not a literal/,
  ],
  ['a broken module', 't.ts', 'export const = 1', false, /line 1/],
  ['anchors of YAML', 't.yaml', yaml(`${echo}metadata: &a {author: x}\ndocumentation: *a\n`), true],
  [
    'a laugh of a billion',
    't.yaml',
    yaml(`a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`),
    false,
    /lias/,
  ],
  ['a tag of YAML', 't.yaml', yaml(`${echo}metadata: !!python/object {}\n`), false, /line|tag/i],
  ['a key twice', 't.yaml', yaml(`${echo}version: "2.0.0"\n`), false, /version/],
  ['a version that is a number', 't.yaml', yaml(echo).replace('"1.0.0"', '1.0'), true, /read as a number/],
  ['an id in capitals', 't.yaml', yaml(echo).replace('tool_id: t', 'tool_id: DeployService'), true, /kebab-case/],
  ['a capability without dots', 't.yaml', yaml(`${echo}requires: ["FS write"]\n`), true, /with dots/],
  ['a command with a path', 't.yaml', yaml('config: {command: ../x}\n'), false, /program name/],
  ['a list that is none', 't.yaml', yaml('config: {command: echo, args: {a: 1}}\n'), false, /list of texts/],
  ['a place that nothing fills', 't.yaml', yaml('config: {command: echo, args: ["{nothing}"]}\n'), true, /nothing/],
  [
    'no word of what is required',
    't.yaml',
    yaml(`${echo}parameters: [{name: a, type: string, description: d}]\n`),
    true,
    /Nothing says which/,
  ],
  ['YAML that is a list', 't.yaml', '- a\n', false, /does not hold fields/],
  [
    'fields in JSON',
    't.json',
    JSON.stringify({
      tool_id: 't',
      tool_type: 'script',
      version: '1.0.0',
      description: 'd',
      executor_id: 'subprocess',
      category: '',
      config: { command: 'echo' },
    }),
    true,
  ],
  [
    'fields in TOML',
    't.toml',
    'tool_type = "script"\nversion = "1.0.0"\ndescription = "d"\nexecutor_id = "subprocess"\ncategory = ""\n[config]\ncommand = "echo"\nargs = ["a", "b"]\n',
    true,
  ],
  ['TOML without an executor', 't.toml', 'tool_type = "script"\n', false],
  [
    'a header of YAML in a shell script',
    't.sh',
    `#!/bin/bash\n# ---\n# executor_id: bash\n# tool_type: script\n# version: "1.0.0"\n# category: ""\n# description: d\n# ---\necho hi\n`,
    true,
  ],
  ['a shell script that says nothing', 't.sh', 'echo hi\n', false],
  ['a command with a list as env', 't.yaml', yaml('config: {command: echo, env: [A=b]}\n'), true, /env must hold/],
  ['a server that is nowhere', 't.yaml', yaml('config: {server: s, tool_name: n}\n', 'mcp/http'), false, /no server s/],
  ['an image', 't.yaml', yaml('config: {image: "python:3.11", env: [TOKEN]}\n', 'docker'), true],
  ['an image that is none', 't.yaml', yaml('config: {image: "-v /:/x"}\n', 'docker'), false, /name of an image/],
]

it.each(CORPUS)('%s', async (_trait, file, source, offered, finding) => {
  const here = process.env.PATH?.split(':') ?? []
  const { skill, findings } = await readFiles({ [`tools/${file}`]: source })
  const missing = skill.withheld.filter(({ diagnostic }) => diagnostic.code === 'BINARY_MISSING').length
  expect(skill.tools.length + missing, `${here.length} ${findings.join('\n')}`).toBe(offered ? 1 : 0)
  if (finding) expect(findings.join('\n')).toMatch(finding)
  else expect(findings.filter((each) => each.startsWith('error'))).toEqual([])
})

it('has at least forty files', () => expect(CORPUS.length).toBeGreaterThanOrEqual(40))

it('reads the same literals without Python', () => {
  const source = `${head()}CONFIG_SCHEMA = {\n  "type": "object",  # a comment\n  'properties': {"p": {"type": ["string", "null"], "default": None, "minimum": -1.5, "a": True,}},\n}\n__tags__ = ("a", "b",)\n__text__ = ("a "\n  r"b\\d")\nX = make()\n__bad__ = make()\n${runs}`
  const { constants, faults, functions } = readPythonLiterals(source)
  expect(constants.CONFIG_SCHEMA).toEqual({
    line: 6,
    value: { type: 'object', properties: { p: { type: ['string', 'null'], default: null, minimum: -1.5, a: true } } },
  })
  expect([constants.__tags__?.value, constants.__text__?.value]).toEqual([['a', 'b'], 'a b\\d'])
  expect(faults).toEqual({ __bad__: { line: 14, key: '' } })
  expect(Object.keys(functions)).toEqual(['execute'])
})

it.each([
  ['a set', 'return {1}', '[1]'],
  ['a date', 'import datetime\n    return datetime.date(2026, 1, 2)', '2026-01-02'],
  ['what holds itself', 'a = []\n    a.append(a)\n    return a', 'error: '],
  ['bytes', 'return b"x"', 'error: '],
])('takes %s that a tool returns for what it is', async (_what, body, said) => {
  const source = head(`def execute(params, project_path):\n    ${body}\n`)
  expect((await callIn({ 'tools/t.py': source }, 't', {})).forModel).toContain(said)
})

it('ends a file that prints for ever, and one that forks', async () => {
  const endless = head('__timeout__ = 1\ndef execute(params, project_path):\n    while True: print("x" * 1000)\n')
  expect((await callIn({ 'tools/t.py': endless }, 't', {})).run).toMatchObject({ how: 'timed-out', truncated: true })
  const forks = head(
    'import os, time\ndef execute(params, project_path):\n    if os.fork() == 0: time.sleep(60)\n    return {"ok": 1}\n',
  )
  const { run } = await callIn({ 'tools/t.py': forks }, 't', {})
  expect(run?.ms).toBeLessThan(20_000)
})

it.each([
  ['gives', 'python/function', 'def execute(params, project_path):\n    return "x" * (200 << 20)\n'],
  ['prints', 'python/script', 'import sys\nfor _ in range(200): sys.stdout.write("x" * (1 << 20))\n'],
])('says of 200 MB that a tool %s that they are too many, and keeps little of them', async (_how, executor, body) => {
  const before = process.memoryUsage().rss
  const source = head(body).replace('python/function', executor)
  const { run, forModel } = await callIn({ 'tools/t.py': source }, 't', {})
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  expect(forModel.length).toBeLessThan(100_000)
  if (executor === 'python/script') expect(run).toMatchObject({ truncated: true, stdoutBytes: 200 * 1024 * 1024 })
  else expect(forModel).toMatch(/^error: .*\b\d+ KiB\b/)
})
