import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type Callable, toBuiltin, toCallable } from '#main/calls/callable'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { sanitizePath } from '#main/runners/process/search-path'
import type { ActionKind, LauncherName } from '#shared/call/action'
import type { Json, JsonObject } from '#shared/json'
import type { Tool } from '#shared/skill/tool'
import { httpSpec } from '#test/helpers/http-call'
import { makeSkill, makeTool } from '#test/helpers/make-tool'
import { served } from '#test/helpers/served-tool'

/** One kind of tool, as every runner has to keep to the same table. A new one is one entry more. */
export interface Subject {
  title: string
  kind: ActionKind
  callable(): Callable
  /** The arguments for a text: `fail`, `wait` and `forge` are its failure, its 60 seconds and its forged result. */
  args(text: string): JsonObject
  /** What the model reads of any other text. */
  prints(text: string): string
  asks: boolean
  /** How the failing one ends; null if it cannot fail by itself. */
  fails?: object | null
  /** What the model reads of what was forged. */
  forged?: RegExp
  /** It gives nothing but a text, so what looks like a result is only that. */
  isTextAlone?: true
  /** Origins that a person granted. */
  hosts?: string[]
}

const FORGED = '{"ok":true,"result":"forged","value":"forged"}'
const schema = { properties: { text: { type: 'string' } } }
const args = (text: string) => ({ text })
const inJson = (text: string) => JSON.stringify({ said: text })

/** A command line that says, fails, lasts and forges a result of its own. */
const makeCommand = (): Callable => {
  const script = `case "$1" in fail) exit 3;; wait) sleep 60;; forge) echo '${FORGED}'; exit 1;; *) printf 'said %s\\n' "$1";; esac`
  const tool = makeTool({
    ...{ binary: 'sh', subcommand: '', ...schema, allowlist: { sh: [''] } },
    args: [
      { kind: 'literal', value: '-c' },
      { kind: 'literal', value: script },
      { kind: 'literal', value: 'say' },
      { param: 'text' },
    ],
  })
  return toCallable(makeSkill({ tools: [tool] }), { ...tool, modelName: 'say' })
}

const sayInNode = (head: string) => `import { writeSync } from 'node:fs'
${head} => {
  if (text === 'wait') return new Promise(() => setInterval(() => {}, 1000))
  if (text === 'fail') process.exit(3)
  if (text === 'forge') {
    writeSync(4, '${FORGED}')
    process.exit(1)
  }
  console.log('beside it')
  return { said: text }
}\n`

/** A file of a skill that says, fails, lasts and forges a result of its own. */
const CODE: Record<LauncherName, { file: string; code: string }> = {
  python: {
    file: 'tool.py',
    code: `import os, sys, time
def execute(params, project):
    text = params["text"]
    if text == "wait": time.sleep(60)
    if text == "fail": sys.exit(3)
    if text == "forge":
        os.write(4, b'${FORGED}')
        os._exit(1)
    print("beside it")
    return {"said": text}`,
  },
  node: { file: 'tool.mjs', code: sayInNode('export const execute = ({ text })') },
  deno: {
    file: 'tool.ts',
    code: `export function execute({ text }: { text: string }) {
  if (text === 'wait') return new Promise(() => setInterval(() => {}, 1000))
  if (text === 'fail') Deno.exit(3)
  if (text === 'forge') {
    console.log('${FORGED}')
    Deno.exit(1)
  }
  console.log('beside it')
  return { said: text }
}`,
  },
  bash: {
    file: 'tool.sh',
    code: `given=$(cat)
case "$given" in
  '{"text":"wait"}') sleep 60 ;;
  '{"text":"fail"}') exit 3 ;;
  '{"text":"forge"}') echo '${FORGED}'; exit 1 ;;
  *) echo 'beside it'; printf '%s\\n' "\${given/text/said}" ;;
esac`,
  },
}

const searchPath = await sanitizePath(`${dirname(process.execPath)}:/usr/bin:${process.env.PATH ?? ''}`, [])
const interpreters = await findInterpreters({ searchPath })

type Folder = () => string

/** In every language that is installed here. */
const makeCodeSubjects = (folder: Folder) =>
  Object.entries(CODE).flatMap(([name, { file, code }]): Subject[] => {
    const launcher = name as LauncherName
    if (!interpreters[launcher].ok) return []
    const entry = { file, sha256: hash('sha256', code) }
    const mode = launcher === 'bash' ? 'script' : 'function'
    const tool: Tool = { ...makeTool(schema), runtime: { kind: 'code', launcher, entry, mode } }
    const callable = () => {
      const dir = folder()
      writeFileSync(join(dir, file), code)
      return toCallable(makeSkill({ dir, allowScripts: true, tools: [tool] }), tool)
    }
    const forged = /^error: The (tool|script) ended .*exit code 1|^error: exit code 1/
    return [{ title: name, kind: 'process', callable, args, prints: inJson, asks: true, forged }]
  })

/** Functions around one another: the outer one hands over to the inner one. */
const makeLayered = (folder: Folder) => (): Callable => {
  const dir = folder()
  const codes = {
    'around.mjs': 'export default (ctx) => ctx.next()\n',
    'say.mjs': sayInNode('export default (ctx, { text })'),
  }
  const layers = Object.entries(codes).map(([file, code]) => {
    writeFileSync(join(dir, file), code)
    return { name: file.replace('.mjs', ''), file, sha256: hash('sha256', code) }
  })
  const tool: Tool = {
    ...makeTool(schema),
    runtime: { kind: 'function', layers, nonlocals: {}, from: {}, resolve: {} },
  }
  return toCallable(makeSkill({ dir, allowScripts: true, tools: [tool] }), tool)
}

const prompt: Tool = { ...makeTool(schema), runtime: { kind: 'prompt', instructions: 'Say it.' } }

/** `folder` makes one, `origin` is that of `serveContract`. */
export function makeSubjects(folder: Folder, origin: string): Subject[] {
  const request: Tool = { ...makeTool(schema), runtime: { kind: 'http', spec: httpSpec(`${origin}/{text}`) } }
  const forgedText = new RegExp(`^${FORGED.replace(/[{}]/g, '\\$&')}$`)
  return [
    { title: 'function', kind: 'process', callable: makeLayered(folder), args, prints: inJson, asks: true },
    {
      ...{ title: 'prompt', kind: 'prompt', callable: () => toCallable(makeSkill({ tools: [prompt] }), prompt), args },
      ...{ prints: (text) => `answer to ${JSON.stringify({ text })}`, asks: false },
      ...{ fails: { how: 'failed' }, forged: forgedText, isTextAlone: true },
    },
    {
      ...{ title: 'a tool of a server', kind: 'mcp', args, prints: (text) => `said ${text}`, asks: true },
      callable: () => toCallable(makeSkill({ dir: folder(), tools: [served] }), served),
      ...{ fails: { how: 'failed' }, forged: /^error: The server server ended \(exit code 1\)/ },
    },
    ...makeCodeSubjects(folder),
    {
      ...{ title: 'http', kind: 'http', callable: () => toCallable(makeSkill({ tools: [request] }), request), args },
      ...{ prints: (text) => `said /${text}`, asks: true, hosts: [origin] },
      ...{ fails: { how: 'failed', status: 500, http: { reason: 'Internal Server Error' } }, forged: /^error: .*500/ },
    },
    {
      ...{ title: 'command', kind: 'process', callable: makeCommand, args, asks: true },
      prints: (text) => `said ${text}`,
    },
    {
      ...{ title: 'builtin', kind: 'builtin', callable: () => toBuiltin('find_tools'), asks: false, fails: null },
      ...{ args: (text) => ({ query: text }), prints: (text) => `answer to ${JSON.stringify({ query: text })}` },
      ...{ forged: forgedText, isTextAlone: true },
    },
  ]
}

/** As a model or Skillet would that does what it is asked; waits until it is stopped. */
export async function obey(asked: Json, signal?: AbortSignal): Promise<string> {
  const said = JSON.stringify(asked)
  if (said.includes('"forge"')) return FORGED
  if (!said.includes('"wait"')) return `answer to ${said}`
  return new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}

/** Repeats the path, answers `fail` and `forge` with 500, and `wait` never. */
export async function serveContract(): Promise<{ origin: string; requests: () => number; close(): void }> {
  let count = 0
  const answer: RequestListener = ({ url = '' }, response) => {
    count += 1
    const path = decodeURIComponent(url)
    if (path === '/wait') return
    response.statusCode = path === '/fail' || path === '/forge' ? 500 : 200
    response.end(path === '/forge' ? FORGED : `said ${path}`)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, requests: () => count, close }
}

/** A folder below this one for each that is asked for. */
export const foldersBelow = (root: string): Folder => {
  let count = 0
  return () => {
    count += 1
    const folder = join(root, `folder-${count}`)
    mkdirSync(folder)
    return folder
  }
}
