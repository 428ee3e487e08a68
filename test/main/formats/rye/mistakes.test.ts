import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { makeProject, readFiles, readProject } from '#test/helpers/rye-project'

const yaml = (more: string, executor = 'subprocess') =>
  `tool_id: t\ntool_type: yaml\nversion: "1.0.0"\ndescription: Does something\nexecutor_id: ${executor}\ncategory: ""\n${more}\n`
const RUNS = 'config:\n  command: echo\n  args: [hello]\n'
const python = (more: string, body = 'def execute(params, project_path):\n    return {"success": True}\n') =>
  `__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "python/function"\n__category__ = ""\n__tool_description__ = "x"\n${more}\n${body}`

const readTool = async (file: string, text: string) => {
  const { skill, findings } = await readFiles({ [`tools/${file}`]: text })
  return { skill, findings, tool: skill.tools[0] }
}
const readYaml = (more: string, executor?: string) => readTool('t.yaml', yaml(more, executor))
const withheldFor = ({ withheld }: { withheld: { name: string; diagnostic: Diagnostic }[] }) =>
  withheld.map(({ name, diagnostic }) => `${name}: ${textOf(diagnostic.message)}`)

describe('the parameters of a tool', () => {
  it.each(['parameters:', 'input_schema:', 'config_schema: null'])('may be left empty: %s', async (line) => {
    const { tool, findings } = await readYaml(`${RUNS}${line}`)
    expect(tool?.params).toEqual({ type: 'object', properties: {}, additionalProperties: true })
    expect(findings).toEqual([])
  })

  it('may be None in Python', async () => {
    expect((await readTool('t.py', python('CONFIG_SCHEMA = None'))).tool?.params.properties).toEqual({})
  })

  it('are required only if they say true, and "yes" is a text', async () => {
    const { tool, findings } = await readYaml(`${RUNS}parameters:\n  - {name: a, type: string, required: yes}`)
    expect(tool?.params).not.toHaveProperty('required')
    expect(findings).toContain(
      'warning tools/t.yaml parameters[0].required: This must be true or false, but is the string "yes".',
    )
  })

  it('have each their own name, and of two the last counts', async () => {
    const twice = '{name: a, type: string, required: true}, {name: a, type: integer, required: true}'
    const { tool, findings } = await readYaml(`${RUNS}parameters: [${twice}]`)
    expect(tool?.params).toMatchObject({ properties: { a: { type: 'integer' } }, required: ['a'] })
    expect(findings).toContain('warning tools/t.yaml parameters[1]: Another parameter has the name "a" already.')
    const other = await readYaml(`${RUNS}parameters:\n  - {name: __proto__, type: string}`)
    expect(withheldFor(other.skill)).toEqual([expect.stringContaining('__proto__')])
  })

  it('have no type from an annotation that only the prototype of our table knows', async () => {
    const doc = '    """Args:\n        a (str): The first.\n        b:\n            The second.\n    """\n'
    const { tool } = await readTool('t.py', python('', `def main(a: constructor, b: int = 3):\n${doc}    return 1\n`))
    expect(tool?.params.properties).toEqual({
      a: { description: 'The first.' },
      b: { type: 'integer', description: 'The second.', default: 3 },
    })
  })

  it('have no default where yargs gets it from elsewhere', async () => {
    const head = '/**\n * @tool_type javascript\n * @executor_id node\n */\n'
    const options = "yargs.option('name', { type: 'string', default: USER }).option('n', { default: 2 })"
    const { tool } = await readTool('t.js', `${head}const yargs = 1\nconst USER = process.argv[2]\n${options}\n`)
    expect(tool?.params.properties).toEqual({ name: { type: 'string' }, n: { default: 2 } })
  })

  it('are read from a shell file with Windows line ends', async () => {
    const lines = ['# @tool_type script', '# @executor_id bash', '# @param a:string required "The first"', 'echo']
    const { tool } = await readTool('t.sh', lines.join('\r\n'))
    expect(tool?.params).toMatchObject({ properties: { a: { description: 'The first' } }, required: ['a'] })
  })
})

describe('an action of a tool', () => {
  const SHARED =
    'input_schema: {type: object, properties: {env: {type: string}, n: {type: string}}, required: [env, n]}'

  it('has the parameters of the tool too, however they are written', async () => {
    const { tool } = await readYaml(`${RUNS}${SHARED}\nactions:\n  go:\n    parameters: [{name: n, type: integer}]`)
    const properties = { env: { type: 'string' }, n: { type: 'integer' } }
    expect(tool).toMatchObject({ name: 't__go', params: { properties, required: ['env'] } })
  })

  it('needs nothing of its own', async () => {
    const { skill } = await readYaml(`${RUNS}${SHARED}\nactions:\n  go:\n  stop:\n    description: Stops it`)
    expect(skill.tools.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      't__go: Does something',
      't__stop: Stops it',
    ])
    expect(skill.tools[0]?.params.required).toEqual(['env', 'n'])
  })

  it('that is no object, or has no name, is reported and skipped', async () => {
    const { skill, findings } = await readYaml(`${RUNS}actions: [go, {description: x}]`)
    expect(skill.tools.map(({ name }) => name)).toEqual(['t'])
    expect(findings).toEqual([
      'warning tools/t.yaml actions[0]: This must be an object, but is the string "go".',
      'warning tools/t.yaml actions[1].name: The field "name" is missing.',
    ])
    expect((await readYaml(`${RUNS}actions: go`)).skill.tools.map(({ name }) => name)).toEqual(['t'])
    const code = await readTool('t.py', python('__actions__ = ["list", "add"]'))
    expect(code.skill.tools.map(({ name }) => name)).toEqual(['t'])
  })

  it('may have a number for a name', async () => {
    const { tool, findings } = await readYaml(`${RUNS}actions: [{name: 5}]`)
    expect(tool).toMatchObject({ name: 't__5', fixedArgs: { action: '5' } })
    expect(findings).toEqual(['warning tools/t.yaml actions[0].name: This must be a string, but is 5.'])
  })

  it('has no list of what it requires if neither it nor the tool has one', async () => {
    const { tool } = await readYaml(
      `${RUNS}parameters: [{name: env, type: string}]\nactions:\n  go:\n    parameters: [{name: n, type: integer}]`,
    )
    expect(tool?.params).toEqual({ type: 'object', properties: { env: { type: 'string' }, n: { type: 'integer' } } })
  })
})

describe('a field that has the wrong type', () => {
  it('is no way around what a tool requires', async () => {
    const { tool } = await readYaml(`${RUNS}requires: fs.write\nretry_policy: {max_attempts: 3}`)
    expect(tool).toMatchObject({ runtime: { writes: true }, about: { requires: ['fs.write'] } })
    expect(tool).not.toHaveProperty('retry')
    expect(withheldFor((await readYaml(`${RUNS}requires: rye.execute`)).skill)).toEqual([
      't: The tool requires what nothing here provides: rye.execute.',
    ])
    expect(withheldFor((await readYaml(`${RUNS}requires: [fs.read, {fs: write}]`)).skill)).toEqual([
      't: This must be a string, but is an object.',
    ])
  })

  it('is told where it names programs instead of what a tool requires', async () => {
    const { tool, findings } = await readYaml(`${RUNS}requires: {bins: [git]}`)
    expect(tool?.name).toBe('t')
    expect(findings).toEqual(['warning tools/t.yaml requires: This must be an array, but is an object.'])
  })

  it.each(['null', 'text'])('is no schema of the result, so that the other name counts: %s', async (written) => {
    const { tool } = await readYaml(`${RUNS}output_schema: ${written}\noutputs: {type: string}`)
    expect(tool?.output).toEqual({ type: 'string' })
  })

  it('is told where it is a time or a number of attempts, and its digits count', async () => {
    const digits = await readYaml(`${RUNS}timeout: "5"\nretry_policy: {max_attempts: "3"}`)
    expect(digits.tool).toMatchObject({ limits: { timeoutMs: 5000 }, retry: { attempts: 3 } })
    const { tool, findings } = await readYaml(`${RUNS}timeout: 5m\nretry_policy: {max_attempts: three}`)
    expect(tool?.limits.timeoutMs).toBe(300_000)
    expect(findings).toEqual([
      'warning tools/t.yaml retry_policy.max_attempts: This must be a number from 1 to 10, but is the string "three".',
      'warning tools/t.yaml timeout: This must be a number from 1 to 1800, but is the string "5m".',
    ])
  })

  it('is told where it is the schema of the result', async () => {
    const { tool, findings } = await readYaml(`${RUNS}output_schema: {type: strin}`)
    expect(findings).toEqual([expect.stringMatching(/^warning .* output_schema: This schema cannot be used/)])
    expect(tool).not.toHaveProperty('output')
    expect((await readYaml(`${RUNS}output_schema: {$ref: "#/$defs/a", $defs: {a: {type: string}}}`)).findings).toEqual(
      [],
    )
  })
})

describe('what is said about a file', () => {
  it.each([
    ['yaml', `${yaml(RUNS)}x: [1\ny: 2\n`, /^error tools\/t\.yaml : line 12: "Flow sequence/],
    ['yaml', `${yaml(RUNS)}tool_id: b\n`, 'error tools/t.yaml : line 11: the key "tool_id" appears twice'],
    [
      'json',
      '{\n  "tool_id": "t",\n  x\n}',
      /^error tools\/t\.json : tools\/t\.json is not valid JSON: line 3, column 3/,
    ],
  ])('names the line of its fault once: %s', async (ending, text, finding) => {
    const { findings } = await readTool(`t.${ending}`, text)
    expect(findings).toEqual([typeof finding === 'string' ? finding : expect.stringMatching(finding)])
  })

  it.each([
    ['1.0', '1.0.0'],
    ['1.1', '1.1.0'],
  ])('proposes a version that is one: %s', async (written, right) => {
    const dir = makeProject({ 'tools/t.yaml': yaml(RUNS).replace('"1.0.0"', written) })
    const { skill } = await readProject(dir)
    const { remedy } = skill.diagnostics.find(({ path }) => path === 'version') ?? {}
    expect(remedy && textOf(remedy)).toBe(`Put it in quotes: "${right}".`)
  })

  it('names the places of a container, and of the tool’s own path within a word, that nothing fills', async () => {
    const place = /places, which stay as they are/
    const docker = await readYaml('config:\n  image: a\n  args: ["{what}"]', 'docker')
    expect(docker.findings).toEqual([expect.stringMatching(place)])
    const own = await readYaml('config:\n  command: echo\n  args: ["--file={tool_path}"]')
    expect(own.findings).toEqual([expect.stringMatching(place)])
  })
})

describe('a script beside a tool', () => {
  it('belongs to the skill with "./" before its name too', async () => {
    const files = {
      'tools/t.yaml': yaml('config:\n  command: python\n  args: [./deploy.py]'),
      'tools/deploy.py': 'print(1)\n',
    }
    expect((await readFiles(files)).skill.tools[0]?.runtime).toMatchObject({ script: { file: 'tools/deploy.py' } })
  })
})
