import { describe, expect, it } from 'vitest'
import { type LaunchEnded, readResult } from '#main/launchers/read-result'
import { textOf } from '#shared/messages/message'

const printed = (text: string, more = {}) => ({
  ...{ text, bytes: Buffer.byteLength(text), truncated: false, isBinary: false },
  ...more,
})

function read(result: string | null, more: Partial<LaunchEnded> = {}) {
  const ended: LaunchEnded = { exitCode: 0, signal: null, stdout: printed(''), stderr: printed(''), ...more }
  const read = result === null ? readResult(ended, 'stdout') : readResult({ ...ended, result: printed(result) }, 'pipe')
  return read.ok ? read.value : textOf(read.error)
}

const UNREADABLE = 'The tool wrote its own text into the pipe for its result, so the result cannot be read.'

describe('a result from its own pipe', () => {
  it.each([
    '',
    ' ',
    'no json',
    '[]',
    '1',
    '{}',
    '{"ok":"yes"}',
    '{"ok":false}',
    '{"ok":false,"code":"toString"}',
    '{"ok":true',
  ])('is never taken from %j', (text) => {
    expect(read(text)).toBe(text === '' ? 'The tool ended without a result (exit code 0).' : UNREADABLE)
  })

  it('may be any JSON', () => {
    for (const value of [null, false, 0, '', [], {}]) expect(read(JSON.stringify({ ok: true, value }))).toEqual(value)
    expect(read('{"ok":true}')).toBeNull()
  })

  it('counts even if the program then failed', () => {
    expect(read('{"ok":true,"value":1}', { exitCode: 139 })).toBe(1)
  })

  it('is not looked for if nothing ran', () => {
    const failure = { message: '/usr/bin/python3 is a folder, not a program.' }
    const said = 'The tool was not started: /usr/bin/python3 is a folder, not a program.'
    expect(read('{"ok":true,"value":1}', { exitCode: null, failure })).toBe(said)
    expect(read(null, { exitCode: null, failure })).toBe(said)
  })

  it('limits the texts of an error, and leaves placeholders in them alone', () => {
    const text = 'x'.repeat(100_000)
    const error = read(JSON.stringify({ ok: false, code: 'threw', name: '{stack}', message: text, stack: 1 }))
    expect(String(error).length).toBeLessThan(5000)
    expect(String(error)).toMatch(/^\{stack\}: xxx/)
  })
})

describe('a printed result', () => {
  const script = (text: string, more = {}) => read(null, { stdout: printed(text, more) })

  it('is the last line, the whole, or the text', () => {
    expect(script('working\n[1]\n\n')).toEqual([1])
    expect(script('{\n"a": 1\n}\n')).toEqual({ a: 1 })
    expect(script('{\n"a": 1\n')).toBe('{\n"a": 1\n')
    expect(script('null')).toBeNull()
  })

  it('is never the whole output if its middle was left out', () => {
    expect(script('[\n1\n]', { truncated: true })).toBe('[\n1\n]')
  })
})
