import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quoteArgv } from '#shared/call/quote'
import {
  callTool,
  end,
  type FakeOllama,
  part,
  type ScriptedReply,
  say,
  startFakeOllama,
} from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { FIXTURES, listenTo, PROGRAM, plainEnv, readRecord, type Spoken, until } from '#test/main/cli/run-cli'

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
const OURS = ['--no-bundled', '--skills', join(FIXTURES, 'plain'), '--home', 'h']

let ollama: FakeOllama
let cwd: string
let terminal: Terminal

beforeEach(async () => {
  ollama = await startFakeOllama()
  cwd = makeTempDir()
})
afterEach(async () => {
  terminal.child.kill('SIGKILL')
  await terminal.done
  await ollama.close()
})

interface Terminal {
  child: ChildProcess
  done: Promise<Spoken>
  /** Everything shown so far, as it can be read. */
  shown(): string
  /** Types it, once the words are shown. */
  type(text: string, after: string): Promise<void>
}

/** The conversation on a real pseudo-terminal. */
function open(more: string[] = []): Terminal {
  const args = ['chat', '--model', 'tiny:1b', '--host', ollama.host, ...more, ...OURS]
  const line = quoteArgv([process.execPath, PROGRAM, ...args], 'posix').text
  const env = plainEnv(cwd, { TERM: 'xterm', NO_COLOR: '1', COLUMNS: '200' })
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd, env })
  let raw = ''
  child.stdout.on('data', (text) => {
    raw += String(text)
  })
  const shown = () => stripVTControlCharacters(raw).replaceAll('\r', '')
  return {
    child,
    shown,
    done: listenTo(child),
    type: async (text, after) => {
      await until(after, () => shown().includes(after))
      child.stdin.write(text)
    },
  }
}

const held = (): ScriptedReply => ({
  lines: [part({ content: 'One ' }), part({ content: 'two.' }), end()],
  until: new Promise(() => undefined),
})

describe.runIf(hasScript)('the conversation on a terminal', { timeout: 120_000 }, () => {
  it('streams, asks before each command, runs it on yes, and leaves on Ctrl-D', async () => {
    terminal = open()
    ollama.enqueue(callTool('say', { text: 'moin' }), say('It says moin.'))
    await terminal.type('Say moin\r', '/help says')
    await terminal.type('y\r', 'Run this? [y/N]')
    await terminal.type('\u0004', 'It says moin.')
    expect(await terminal.done).toMatchObject({ code: 0 })
    expect(terminal.shown()).toContain('$ echo moin')
    expect(terminal.shown()).toMatch(/exit 0, \d+ ms/)
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ decision: 'once', by: 'person' }))
  })

  it('runs nothing on any other answer, and continues', async () => {
    terminal = open()
    ollama.enqueue(callTool('say', { text: 'moin' }), say('As you like.'), say('Second answer.'))
    await terminal.type('Say moin\r', '/help says')
    await terminal.type('\r', 'Run this? [y/N]')
    await terminal.type('And now?\r', 'As you like.')
    await terminal.type('/quit\r', 'Second answer.')
    expect(await terminal.done).toMatchObject({ code: 0 })
    const types = readRecord(cwd).map(({ type }) => type)
    expect(types).not.toContain('run.started')
    expect(types.filter((type) => type === 'turn.finished')).toHaveLength(2)
  })

  it('knows /help, /tools and /log, and says when a command is unknown', async () => {
    terminal = open()
    await terminal.type('/help\r', '/help says')
    await terminal.type('/tools\r', 'leaves (or Ctrl-D)')
    await terminal.type('/log\r', 'Do nothing for some seconds.')
    await terminal.type('/nope\r', 'chat.created')
    await terminal.type('/quit\r', 'there is no /nope')
    expect(await terminal.done).toMatchObject({ code: 0 })
    expect(ollama.requests).toEqual([])
  })

  it('stops a turn on /stop and on Ctrl-C, and stays', async () => {
    terminal = open()
    ollama.enqueue(held(), held(), say('Still here.'))
    await terminal.type('First\r', '/help says')
    await terminal.type('/stop\r', 'One ')
    await until('the stop', () => terminal.shown().includes('stopped'))
    await terminal.type('Second\r', 'stopped')
    await until('the second request', () => ollama.requests.length === 2)
    terminal.child.stdin?.write('\u0003')
    await until('the second stop', () => terminal.shown().split('stopped').length === 3)
    await terminal.type('Third\r', 'stopped')
    await terminal.type('\u0003', 'Still here.\n› ')
    expect(await terminal.done).toMatchObject({ code: 130 })
    const reasons = readRecord(cwd).flatMap((fact) => (fact.type === 'turn.finished' ? [fact.reason] : []))
    expect(reasons).toEqual(['stopped', 'stopped', 'answered'])
  })

  it('keeps what is typed meanwhile, and sends it when the answer is complete', async () => {
    terminal = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [part({ content: 'One ' }), part({ content: 'two.' }), end()], until: promise })
    ollama.enqueue(say('The second answer.'))
    await terminal.type('First\r', '/help says')
    await terminal.type('Second\r', 'One ')
    await until('the note', () => terminal.shown().includes('(sent when this is answered)'))
    resolve()
    await terminal.type('\u0004', 'The second answer.')
    expect(await terminal.done).toMatchObject({ code: 0 })
    expect(readRecord(cwd).map(({ type }) => type)).toContain('message.queued')
  })

  it('leaves on Ctrl-D while a queued message is answered, and stops it', async () => {
    terminal = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [part({ content: 'One ' }), part({ content: 'two.' }), end()], until: promise }, held())
    await terminal.type('First\r', '/help says')
    await terminal.type('Second\r', 'One ')
    await until('the note', () => terminal.shown().includes('(sent when this is answered)'))
    resolve()
    await until('the second request', () => ollama.requests.length === 2)
    terminal.child.stdin?.write('\u0004')
    expect(await terminal.done).toMatchObject({ code: 0 })
    expect(terminal.shown()).not.toMatch(/mistake in Skillet|readline|Error/)
    const reasons = readRecord(cwd).flatMap((fact) => (fact.type === 'turn.finished' ? [fact.reason] : []))
    expect(reasons).toEqual(['answered', 'stopped'])
  })

  it('recalls earlier lines with the arrow keys, even from an earlier conversation', async () => {
    terminal = open()
    ollama.enqueue(say('Hello one.'), say('Hello two.'))
    await terminal.type('Who are you\r', '/help says')
    await terminal.type('\u0004', 'Hello one.')
    await terminal.done
    terminal = open()
    await terminal.type('\u001b[A\r', '/help says')
    await terminal.type('\u0004', 'Hello two.')
    await terminal.done
    expect(ollama.requests[1]?.messages).toContainEqual({ role: 'user', content: 'Who are you' })
  })

  it('prints no control character from the model', async () => {
    terminal = open()
    ollama.enqueue(say('a\u001b[2Jb \u202ec'))
    await terminal.type('Hi\r', '/help says')
    await terminal.type('\u0004', 'a\\u{1B}[2Jb \\u{202E}c')
    expect((await terminal.done).stdout).not.toContain('\u001b[2J')
  })
})
