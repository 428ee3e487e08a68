import { hash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inspectMachine } from '#main/calls/machine'
import { makeRunCall } from '#main/calls/run-call'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { NO_SECRETS, openKeyStore, type SecretSource } from '#main/secrets/key-store'
import { hashToolSpec } from '#main/skills/spec-hash'
import type { LauncherName } from '#shared/call/action'
import type { NewFact } from '#shared/facts'
import type { HttpSpec } from '#shared/skill/http-spec'
import type { Skill } from '#shared/skill/skill'
import type { CodeRuntime, Runtime, Tool } from '#shared/skill/tool'
import { TRUSTING, UNDECIDED } from '#test/helpers/call-ports'
import { httpSpec } from '#test/helpers/http-call'
import { interpretersHere } from '#test/helpers/launch-tool'
import { makeSkill, makeTool } from '#test/helpers/make-tool'
import { describeEnforced } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'

const PYTHON = `import os
def execute(params, project):
    text = params["text"]
    if text == "no": return {"success": False, "error": "there is no such note"}
    if text == "throw": raise ValueError("a bad note")
    try: open(os.path.join(project, "made"), "w").close()
    except OSError: return "could not write"
    return "wrote"`

describe('a call of a skill’s own file', () => {
  it('is refused with a sentence if the skill’s scripts are off', async () => {
    const outcome = await call(codeOf('python', PYTHON), { text: 'x' }, { skill: { allowScripts: false } })
    expect(outcome).toMatchObject({
      error: { code: 'REFUSED' },
      forModel: expect.stringContaining('scripts of test are off'),
    })
    expect(outcome.run).toBeUndefined()
  })

  it('asks each time without a sandbox, even if the person trusts all tools', async () => {
    const { plan, verdict } = await call(codeOf('python', PYTHON), { text: 'x' }, { trusting: true })
    expect(plan?.effects).toContainEqual(expect.objectContaining({ does: 'run-code', code: 'file' }))
    expect(verdict).toMatchObject({ kind: 'ask', class: 'D' })
  })

  it.each([
    ['no', /^error: there is no such note/],
    ['throw', /^error: ValueError: a bad note/],
  ])('that says or shows that it failed is told as failed: %s', async (text, told) => {
    const outcome = await call(codeOf('python', PYTHON), { text })
    expect(outcome).toMatchObject({ succeeded: false, run: { how: 'failed' }, forModel: expect.stringMatching(told) })
  })

  it('does not start if its bytes are not the reviewed ones, before or after the question', async () => {
    const broken = await call(codeOf('python', PYTHON), { text: 'x' }, { before: 'else' })
    expect(broken).toMatchObject({ error: { code: 'TOOL_BROKEN' }, forModel: expect.stringContaining('changed since') })
    const late = await call(codeOf('python', PYTHON), { text: 'x' }, { whenStarted: 'else' })
    expect(late).toMatchObject({ run: { how: 'not-started' }, forModel: expect.stringContaining('changed since') })
  })

  it('says which interpreter is missing, with the remedy', async () => {
    const outcome = await call(codeOf('python', PYTHON), { text: 'x' }, { isBare: true })
    expect(outcome).toMatchObject({ error: { code: 'BINARY_NOT_FOUND' } })
    expect(outcome.forModel).toContain('Python 3 is not installed. Install it')
  })
})

describeEnforced('a call of a file of the skill in the sandbox', () => {
  it('counts as reading if it may not write, and is kept to that', async () => {
    const outcome = await call(codeOf('python', PYTHON), { text: 'x' }, { sandbox: 'auto' })
    expect(outcome).toMatchObject({ succeeded: true, forModel: 'could not write', run: { result: 'could not write' } })
    expect(outcome.plan).toMatchObject({
      ...{ risk: { class: 'B' }, grants: { write: [], hosts: [] } },
      confinement: { word: 'enforced', network: false, writable: [] },
    })
    expect(existsSync(join(outcome.cwd, 'made'))).toBe(false)
  })

  it('writes in its working folder if it declares that, and asks for it', async () => {
    const outcome = await call(codeOf('python', PYTHON, { writes: true }), { text: 'x' }, { sandbox: 'auto' })
    expect(outcome).toMatchObject({ succeeded: true, forModel: 'wrote', plan: { risk: { class: 'C' } } })
    expect(existsSync(join(outcome.cwd, 'made'))).toBe(true)
  })

  it.each(['node', 'deno', 'bash'] as const)('runs with its own folder readable: %s', async (launcher) => {
    if (!interpretersHere[launcher].ok) return
    const code =
      launcher === 'bash' ? 'echo \'{"said":"hello"}\'' : 'export const execute = ({ text }) => ({ said: text })'
    const runtime = codeOf(launcher, code, launcher === 'bash' ? { mode: 'script' } : {})
    const outcome = await call(runtime, { text: 'hello' }, { sandbox: 'auto' })
    expect(outcome).toMatchObject({ succeeded: true, forModel: '{"said":"hello"}', run: { result: { said: 'hello' } } })
  })
})

describe('a call that sends a request', () => {
  it('asks even if every tool is trusted, because nobody allowed its host', async () => {
    const { verdict, plan } = await call(httpOf(), { text: 'x' }, { trusting: true, isPlanOnly: true })
    expect(plan).toMatchObject({ action: { kind: 'http' }, grants: { hosts: ['https://a.example'], secrets: [] } })
    expect(verdict?.kind).toBe('ask')
  })

  it('is refused with a sentence if it needs a secret that was not granted', async () => {
    const headers: HttpSpec['headers'] = [{ name: 'authorization', value: [{ secret: 'KEY' }] }]
    const outcome = await call(httpOf({ headers }), { text: 'x' })
    expect(outcome).toMatchObject({ error: { code: 'TOOL_BROKEN' }, forModel: expect.stringContaining('secret KEY') })
  })

  it('sends a granted secret, and leaves no trace of it in record, model or plan', async () => {
    const received: (string | undefined)[] = []
    const server = createServer((request, response) => {
      received.push(request.headers.authorization)
      response.end(`you sent ${request.headers.authorization}`)
    })
    onTestFinished(() => void server.close())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const secrets = openKeyStore(makeTempDir(), makeKeyring())
    await secrets.set('KEY', 'open sesame')
    const headers: HttpSpec['headers'] = [{ name: 'authorization', value: [{ secret: 'KEY' }] }]
    const made: Made = { runtime: { kind: 'http', spec: httpSpec(`${origin}/{text}`, { headers }) } }
    const refused = await call(made, { text: 'x' }, { secrets, hosts: [origin] })
    expect(refused.forModel).toContain('The secret KEY is not available to this tool')
    await secrets.grant('KEY', { name: 'test/tool', spec: hashToolSpec(toolOf(made), []) })
    const { facts, ...sent } = await call(made, { text: 'x' }, { secrets, hosts: [origin] })
    expect(received).toEqual(['open sesame'])
    expect(sent.forModel).toBe('you sent [secret KEY]')
    expect(JSON.stringify([facts, sent, secrets.list()])).not.toContain('sesame')
    expect(secrets.list()).toMatchObject([{ lastUse: { by: 'test/tool' } }])
  })
})

type Made = { runtime: Runtime; file?: string; code?: string }

function codeOf(launcher: LauncherName, code: string, changes: Partial<CodeRuntime> = {}): Made {
  const file = { python: 'tool.py', node: 'tool.mjs', deno: 'tool.js', bash: 'tool.sh' }[launcher]
  const entry = { file, sha256: hash('sha256', code) }
  return { runtime: { kind: 'code', launcher, entry, mode: 'function', ...changes }, file, code }
}

const httpOf = (changes: Partial<HttpSpec> = {}): Made => ({
  runtime: { kind: 'http', spec: httpSpec('https://a.example/{text}', changes) },
})

interface Circumstances {
  skill?: Partial<Skill>
  sandbox?: 'auto' | 'off'
  trusting?: boolean
  isPlanOnly?: boolean
  isBare?: boolean
  secrets?: SecretSource
  hosts?: string[]
  /** What somebody writes into the file. */
  before?: string
  whenStarted?: string
}

async function call({ runtime, file = '', code }: Made, args: { text: string }, at: Circumstances = {}) {
  const [dir, cwd] = [makeTempDir(), makeTempDir()]
  const write = (text: string | undefined) => text !== undefined && writeFileSync(join(dir, file), text)
  write(code)
  write(at.before)
  const tool = toolOf({ runtime })
  const { secrets = NO_SECRETS, hosts = [] } = at
  const found = await inspectMachine({ cwd, skillFolders: [], secrets, sandbox: at.sandbox ?? 'off' })
  const interpreters = { ...interpretersHere, python: await missingPython() }
  const given = { ...found.forCall().given, hosts }
  const recorded: NewFact[] = []
  const forCall = () => ({
    ...{ ...found.forCall(), given },
    interpreters: async () => (at.isBare ? interpreters : interpretersHere),
  })
  const runCall = makeRunCall({
    ...{ ...(at.trusting ? TRUSTING : UNDECIDED), machine: { ...found, forCall }, tick: () => undefined },
    record: async (facts) => {
      recorded.push(...facts)
      if (facts.some(({ type }) => type === 'run.started')) write(at.whenStarted)
    },
    find: () => ({ ok: true, skill: makeSkill({ dir, allowScripts: true, ...at.skill }), tool }),
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  const signal = new AbortController().signal
  const caller = { kind: 'person' } as const
  const planOnly = at.isPlanOnly ?? false
  const outcome = await runCall({ chat: null, call: 'call', tool: 'tool', args, signal, caller, planOnly })
  return { cwd, facts: recorded, ...outcome }
}

const toolOf = ({ runtime }: Pick<Made, 'runtime'>): Tool => ({
  ...makeTool({ properties: { text: { type: 'string' } } }),
  runtime,
})

const missingPython = async () => (await findInterpreters({ searchPath: [] })).python
