import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { main } from '#main/cli/main'
import type { Fact } from '#shared/facts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')
export const PROGRAM = join(ROOT, 'src', 'main', 'cli', 'skillet.ts')
export const FIXTURES = join(ROOT, 'test', 'fixtures', 'cli-skills')

export interface Spoken {
  code: number | null
  stdout: string
  stderr: string
}

export interface Call {
  cwd: string
  input?: string
  env?: Record<string, string>
}

/** An environment of its own, so that neither npm nor the person who tests decides anything. */
export function plainEnv(home: string, more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return {
    ...{ PATH, NODE_COMPILE_CACHE },
    HOME: home,
    LANG: 'C.UTF-8',
    OLLAMA_HOST: '127.0.0.1:9',
    SKILLET_SANDBOX: 'off',
    ...more,
  }
}

/** The real program, in a process of its own. */
export async function spawnCli(args: readonly string[], call: Call): Promise<Spoken> {
  const child = startCli(args, call)
  child.stdin?.end(call.input ?? '')
  return listenTo(child)
}

export function startCli(args: readonly string[], { cwd, env }: Call): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { cwd, env: plainEnv(cwd, env) })
}

export async function listenTo(child: ChildProcess): Promise<Spoken> {
  const spoken = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    spoken.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    spoken.stderr += text
  })
  const code = await new Promise<number | null>((done) => {
    child.on('close', done)
  })
  return { code, ...spoken }
}

/** The same command line within this process: no start to wait for. */
export async function callCli(args: readonly string[], { cwd, input = '', env }: Call): Promise<Spoken> {
  const [stdout, stderr] = [collect(), collect()]
  const code = await main({
    args,
    cwd,
    env: plainEnv(cwd, env),
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    onInterrupt: () => {},
    exit: () => {},
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function collect() {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, next) => {
      chunks.push(chunk)
      next()
    },
  })
  return { stream, text: () => chunks.join('') }
}

/** What is on record in `h`, read by other means than ours. */
export function readRecord(cwd: string): Fact[] {
  const database = new DatabaseSync(join(cwd, 'h', 'skillet.db'), { readOnly: true })
  const rows = database.prepare('SELECT seq, at, chat, type, body FROM facts ORDER BY seq').all()
  database.close()
  return rows.map(({ body, ...rest }) => ({ ...rest, ...JSON.parse(String(body)) }) as Fact)
}

/** Until it holds; fails with what was waited for. */
export async function until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const seen = look()
    if (seen) return seen
    if (performance.now() > deadline) throw new Error(`${what} did not come`)
    await pause(20)
  }
}
