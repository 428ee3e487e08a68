import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DE } from '#shared/messages/de'
import { textOf } from '#shared/messages/message'
import { callIn, callTool, example, makeProject, readProject } from '#test/helpers/rye-project'

const tool = (body: string, schema = '{}', more = '') => `
__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python/function"
__category__ = ""
__tool_description__ = "A tool of the tests"
${more}
CONFIG_SCHEMA = {"type": "object", "properties": ${schema}}
${body}
`

const yaml = (executor: string, more: string) =>
  `tool_id: t\ntool_type: yaml\nversion: "1.0.0"\ndescription: d\nexecutor_id: ${executor}\ncategory: ""\n${more}`

describe('a call of a Python tool', () => {
  it('RY-10: is refused before anything starts if a parameter is missing', async () => {
    const { error, facts } = await callIn({ 'tools/t.py': example('000', 2) }, 't', {})
    expect(error).toMatchObject({ code: 'PARAM_MISSING', path: 'param_name' })
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('fails as Python does if the example names a missing thing', async () => {
    const { forModel } = await callIn({ 'tools/t.py': example('000', 2) }, 't', { param_name: 'x' })
    expect(forModel).toMatch(/NameError.*result/)
  })

  it('RY-11, RY-12: gets the defaults of its schema, also for a parameter named timeout', async () => {
    const source = tool('def execute(params, project_path):\n    return params').replace(
      /CONFIG_SCHEMA.*/,
      example('000', 3),
    )
    const given = { file_path: 'a', content: 'b' }
    const first = await callIn({ 'tools/t.py': source }, 't', given)
    expect(first.run?.result).toEqual({ ...given, timeout: 120, mode: 'overwrite' })
    const second = await callIn({ 'tools/t.py': source }, 't', { ...given, timeout: 5 })
    expect(second.run?.result).toMatchObject({ timeout: 5 })
    expect(second.plan?.timeoutMs).toBe(first.plan?.timeoutMs)
    expect((await callIn({ 'tools/t.py': source }, 't', { ...given, mode: 'x' })).error?.code).toBe('ARGS_INVALID')
  })

  it('RY-13: awaits an async function', async () => {
    const stub = 'async def async_operation(url):\n    return f"got {url}"\n'
    const { run } = await callIn({ 'tools/t.py': tool(stub + example('000', 9)) }, 't', { url: 'x' })
    expect(run?.result).toEqual({ success: true, data: 'got x' })
  })

  it('RY-14: keeps its prints apart from its result', async () => {
    const body = 'def execute(params, project_path):\n    print("log")\n    return {"success": True, "output": 1}'
    const { run, forModel } = await callIn({ 'tools/t.py': tool(body) }, 't', {})
    expect(run).toMatchObject({ result: { success: true, output: 1 }, stdout: 'log\n' })
    expect(forModel).toBe('{"success":true,"output":1}')
  })

  it('RY-15: succeeds with nothing, and fails with what was raised', async () => {
    const none = await callIn({ 'tools/t.py': tool('def execute(params, project_path):\n    return None') }, 't', {})
    expect(none).toMatchObject({ succeeded: true, run: { result: null } })
    const body = 'def execute(params, project_path):\n    raise ValueError("bad")'
    expect(await callIn({ 'tools/t.py': tool(body) }, 't', {})).toMatchObject({
      ...{ succeeded: false, forModel: expect.stringContaining('ValueError: bad') },
    })
  })

  it.each([
    ['return {"success": True, "output": 1}', true],
    ['return {"success": True, "data": {"key": "value"}, "file_path": "relative/path"}', true],
    ['return {"success": True, "stdout": "o", "exit_code": 0}', true],
    ['return {"success": False, "error": "Human-readable error message"}', false],
    ['return {"success": False, "error": "e", "exit_code": 1}', false],
  ])('counts %s as the document does', async (line, succeeded) => {
    const body = `def execute(params, project_path):\n    ${line}`
    expect((await callIn({ 'tools/t.py': tool(body) }, 't', {})).succeeded).toBe(succeeded)
  })

  it('counts an object without success as a success, with a remark that the model does not read (D5)', async () => {
    const { succeeded, run, forModel } = await callIn(
      { 'tools/t.py': tool('def execute(params, project_path):\n    return {"data": 1}') },
      't',
      {},
    )
    expect([succeeded, run?.remark?.code]).toEqual([true, 'result-without-success'])
    expect(forModel).toBe('{"data":1}')
  })

  it('RY-16: gives a script its arguments the way it reads them', async () => {
    const script = `import argparse, json\ndef execute(params, project_path):\n    return {"success": True, "data": params}\n${example('000', 10)}`
    const source = tool(script).replace('python/function', 'python/script')
    expect((await callIn({ 'tools/t.py': source }, 't', { a: 1 })).run?.result).toEqual({
      success: true,
      data: { a: 1 },
    })
    const stdin =
      'import argparse, json, sys\nparser = argparse.ArgumentParser()\nparser.add_argument("--project-path")\nparser.parse_args()\nprint(json.dumps({"got": json.load(sys.stdin)}))'
    const other = tool(stdin).replace('python/function', 'python/script')
    expect((await callIn({ 'tools/t.py': other }, 't', { a: 1 })).run?.result).toEqual({ got: { a: 1 } })
  })

  it('never runs a script’s main block when its function is called', async () => {
    const body =
      'def execute(params, project_path):\n    return "called"\nif __name__ == "__main__":\n    raise SystemExit(9)'
    expect((await callIn({ 'tools/t.py': tool(body) }, 't', {})).forModel).toBe('called')
  })

  it('calls main with the parameters of its signature', async () => {
    const files = { 'tools/utility/hello_world.py': example('001', 25) }
    expect((await callIn(files, 'utility_hello_world', {})).forModel).toBe('Hello, World!')
    expect((await callIn(files, 'utility_hello_world', { name: 'A' })).forModel).toBe('Hello, A!')
  })

  it('imports a library next to it', async () => {
    const files = {
      'tools/lib.py': 'def twice(x):\n    return 2 * x\n',
      'tools/t.py': tool('from lib import twice\ndef execute(params, project_path):\n    return twice(21)'),
    }
    expect((await callIn(files, 't', {})).forModel).toBe('42')
  })

  it('is refused while the project’s scripts are off', async () => {
    const { error, facts } = await callIn(
      { 'tools/t.py': example('000', 2) },
      't',
      { param_name: 'x' },
      { allowScripts: false },
    )
    expect(error?.code).toBe('REFUSED')
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('RY-32: is ended at its time limit, even if it resists', async () => {
    const body =
      'import signal, time\ndef execute(params, project_path):\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    time.sleep(10)'
    const { run } = await callIn({ 'tools/t.py': tool(body, '{}', '__timeout__ = 1') }, 't', {})
    expect(run).toMatchObject({ how: 'timed-out', timedOut: true })
    expect(run?.ms).toBeLessThan(8000)
  })
})

describe('a call of another language', () => {
  it('RY-17: calls the default export of TypeScript', async () => {
    const files = { 'tools/utility/hello_node.ts': example('000', 26) }
    const { run } = await callIn(files, 'utility_hello_node', { name: 'A' })
    expect(run?.result).toEqual({ success: true, output: 'Hello, A!' })
  })

  it('names the package that a script of yargs lacks', async () => {
    const files = { 'tools/utility/hello_node.js': example('001', 26) }
    const { succeeded, forModel } = await callIn(files, 'utility_hello_node', { name: 'A' })
    expect(succeeded).toBe(false)
    expect(forModel).toContain('yargs/yargs')
  })

  it('gives a shell script its parameters by name, and on standard input', async () => {
    const script =
      '#!/bin/bash\n# @version 1.0.0\n# @executor_id bash\n# @description Says a name\n# @category \n# @tool_type script\n# @param name:string required "whom"\necho "$RYE_PARAM_NAME in $1 $(cat)"\n'
    const { forModel, dir } = await callIn({ 'tools/t.sh': script }, 't', { name: 'A; rm x' })
    expect(forModel.trim()).toBe(`A; rm x in ${dir} {"name":"A; rm x"}`)
  })

  it('fills in the arguments of a command line, and leaves out what was not given', async () => {
    const config =
      'config:\n  command: echo\n  args: ["[{a}]", "{b}", "end"]\nparameters:\n  - {name: a, type: string, description: d}\n  - {name: b, type: string, description: d}\n'
    const source = yaml('subprocess', config)
    expect((await callIn({ 'tools/t.yaml': source }, 't', { a: '$(id)' })).forModel.trim()).toBe('[$(id)] end')
  })

  it('gives git what its plan says that git is given, beside its own variables', async () => {
    const print = '!echo $GIT_OPTIONAL_LOCKS $OWN'
    const config = `config:\n  command: git\n  args: [-c, "alias.told=${print}", told]\n  env: {OWN: mine}\n`
    const { forModel } = await callIn({ 'tools/t.yaml': yaml('subprocess', config) }, 't', {})
    expect(forModel.trim()).toBe('0 mine')
  })

  it('runs the script next to its YAML file', async () => {
    const files = {
      'tools/deploy.py': 'import os\nprint("deployed with " + os.environ["LOG_LEVEL"])\n',
      'tools/t.yaml': yaml('python_runtime', example('000', 20)),
    }
    expect((await callIn(files, 't', {})).forModel.trim()).toBe('deployed with INFO')
  })
})

describe('a request of a YAML tool', () => {
  it('RY-27: keeps the types of the values in its body, and has its own id', async () => {
    const seen: JSON[] = []
    const origin = await serve(async (request) => {
      seen.push(JSON.parse(await text(request)))
      return 200
    })
    const args = { url: `${origin}/mcp`, rpc_method: 'tools/call', rpc_params: { name: 'x', arguments: { n: 1 } } }
    const files = { 'tools/mcp/mcp_http.yaml': example('001', 27) }
    const { succeeded, facts } = await callIn(files, 'mcp_mcp_http', args, { hosts: [origin] })
    expect(succeeded).toBe(true)
    const { rpc_method: method, rpc_params: params } = args
    expect(seen).toEqual([{ jsonrpc: '2.0', id: expect.stringMatching(/^skillet-/), method, params }])
    expect(facts.filter(({ type }) => type === 'run.started')).toHaveLength(1)
  })

  it('RY-30: is tried three times, each attempt recorded, with the delays of its policy', async () => {
    const statuses = [503, 503, 200]
    const origin = await serve(async () => statuses.shift() ?? 500)
    const policy = example('000', 18)
    const source = yaml('http_client', `config: {method: GET, url: "${origin}/"}\n${policy}`)
    const delays: number[] = []
    const wait = async (ms: number) => void delays.push(ms)
    const { succeeded, facts } = await callIn({ 'tools/t.yaml': source }, 't', {}, { hosts: [origin], wait })
    expect(succeeded).toBe(true)
    expect(delays).toEqual([1000, 2000])
    expect(facts.filter(({ type }) => type === 'run.started')).toMatchObject([{}, { attempt: 2 }, { attempt: 3 }])
    expect(facts.filter(({ type }) => type === 'run.finished')).toMatchObject([
      { status: 503 },
      { status: 503 },
      { status: 200 },
    ])
  })

  it('is not repeated if it says that it failed', async () => {
    const source = yaml(
      'subprocess',
      `config: {command: echo, args: ['{"success": false, "error": "no"}']}\n${example('000', 18)}`,
    )
    const { forModel, facts } = await callIn({ 'tools/t.yaml': source }, 't', {})
    expect(forModel).toMatch(/^error: no/)
    expect(facts.filter(({ type }) => type === 'run.started')).toHaveLength(1)
  })
})

async function serve(answer: (request: IncomingMessage) => Promise<number>): Promise<string> {
  const server = createServer(async (request, response) => {
    response.writeHead(await answer(request)).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('what a tool imports', () => {
  const python = (body: string) => tool(`def execute(params, project_path):\n    ${body}`)

  it('is next to it, even for what it starts, if it belongs to a package', async () => {
    const starts = `import subprocess, sys\n    return subprocess.run([sys.executable, "-c", "import helper; print(helper.X)"], capture_output=True, text=True).stdout`
    const files = {
      'tools/p/helper.py': 'X = 7\n',
      'tools/p/t.py': python(starts).replace('__category__ = ""', '__category__ = "p"'),
    }
    expect((await callIn(files, 'p_t', {})).forModel).toBe('(no output)')
    expect((await callIn({ ...files, 'tools/p/__init__.py': '' }, 'p_t', {})).forModel.trim()).toBe('7')
  })

  it('may come from its project’s .venv, which nobody reviewed', async () => {
    const files = { 'tools/t.py': python('import garden_sizes\n    return garden_sizes.BED') }
    const dir = makeProject(files)
    execFileSync('python3', ['-m', 'venv', '--without-pip', join(dir, '.venv')])
    const [lib = ''] = readdirSync(join(dir, '.venv', 'lib'))
    writeFileSync(join(dir, '.venv', 'lib', lib, 'site-packages', 'garden_sizes.py'), 'BED = 3\n')
    const { forModel, plan } = await callTool({ ...(await readProject(dir)), dir }, 't', {})
    expect(forModel.trim()).toBe('3')
    expect(plan?.effects).toContainEqual({ does: 'unknown', what: expect.stringContaining(join(dir, '.venv')) })
    // Recorded as a message, so that a person reads all of it in one language.
    const [inGerman = ''] = (plan?.effects ?? []).flatMap((each) => ('what' in each ? textOf(each.what, DE) : []))
    expect(inGerman).toContain('niemand geprüft')
    const plain = makeProject({ 'tools/t.py': python('import json\n    return 1') }, dir)
    const { plan: other } = await callTool({ ...(await readProject(plain)), dir }, 't', {})
    expect(other?.effects.some(({ does }) => does === 'unknown')).toBe(false)
  })
})
