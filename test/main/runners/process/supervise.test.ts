import { execFileSync } from 'node:child_process'
import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type SuperviseOptions, supervise } from '#main/runners/process/supervise'
import { type Message, textOf } from '#shared/messages/message'
import { isAlive, makeCommand } from '#test/helpers/fixture-bin'

const MIB = 1024 * 1024

function watch(options: SuperviseOptions = {}) {
  const shown = { stdout: [] as string[], stderr: [] as string[] }
  const onChunk: SuperviseOptions['onChunk'] = (stream, text) => shown[stream].push(text)
  return { shown, options: { ...options, onChunk } }
}

describe('supervising', () => {
  it('reports that the program started, and its process number', async () => {
    const pids: number[] = []
    await supervise(makeCommand('write-both'), { onStart: (pid) => pids.push(pid) })
    expect(pids).toEqual([expect.any(Number)])
    expect(pids.some(isAlive)).toBe(false)
  })

  it('shows the output as it comes, and all of it', async () => {
    const { shown, options } = watch()
    const run = await supervise(makeCommand('drip', ['60']), options)
    expect(shown.stdout.join('')).toBe(run.stdout.text)
    expect(run.stdout.text.split('\n')).toHaveLength(61)
    expect(shown.stdout.length).toBeGreaterThan(1)
    expect(shown.stdout.length).toBeLessThanOrEqual(run.ms / 100 + 2)
    expect(shown.stderr).toEqual([])
  })

  it('shows nothing after it settled', async () => {
    const { shown, options } = watch()
    let isSettled = false
    let late = 0
    const onChunk: SuperviseOptions['onChunk'] = (stream, text) => {
      if (isSettled) late++
      options.onChunk(stream, text)
    }
    const runs = Array.from({ length: 5 }, () => supervise(makeCommand('write-both'), { onChunk }))
    await Promise.all(runs).finally(() => {
      isSettled = true
    })
    const { stdout } = await supervise(makeCommand('drip', ['20']))
    expect(stdout.bytes).toBeGreaterThan(0)
    expect(late).toBe(0)
    expect(shown.stdout.join('').length).toBe(5 * 'out\nout again\n'.length)
  })

  it('joins a character that arrives in pieces', async () => {
    const { shown, options } = watch()
    const run = await supervise(makeCommand('cut-utf8'), options)
    expect(run.stdout).toEqual({ text: '€\n', bytes: 4, truncated: false, isBinary: false })
    expect(shown.stdout.join('')).toBe('€\n')
  })

  it('replaces what is not text, and notes what is binary', async () => {
    const latin = await supervise(makeCommand('write-bytes', ['schoene Gr\\374sse an alle']))
    expect(latin.stdout).toMatchObject({ text: 'schoene Gr\uFFFDsse an alle', isBinary: false })
    const binary = await supervise(makeCommand('write-bytes', ['\\001\\000\\377\\376']))
    expect(binary.stdout).toEqual({ text: '\u0001\0\uFFFD\uFFFD', bytes: 4, truncated: false, isBinary: true })
  })

  it('keeps head, tail and count of 20 MB, the exit code, and little memory', async () => {
    const { shown, options } = watch()
    const lines = 2_000_000
    const before = process.memoryUsage.rss()
    const run = await supervise(makeCommand('flood', [`${lines}`]), options)
    expect(run).toMatchObject({ exitCode: 0, signal: null, stderr: { bytes: 0 } })
    expect(run.stdout).toMatchObject({ bytes: lines * 10, truncated: true, isBinary: false })
    expect(run.stdout.text.startsWith('100000000\n100000001\n')).toBe(true)
    expect(run.stdout.text.endsWith(`${100_000_000 + lines - 1}\n`)).toBe(true)
    expect(run.stdout.text).toContain(`\n[… ${lines * 10 - 512 * 1024} bytes omitted …]\n`)
    for (const text of shown.stdout) expect(text.length).toBeLessThanOrEqual(64 * 1024)
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MIB)
  })

  it('runs twenty at once without mixing them up', async () => {
    const runs = Array.from({ length: 20 }, (_, index) => supervise(makeCommand('echo-argv', [`number ${index}`])))
    for (const [index, run] of (await Promise.all(runs)).entries()) {
      expect(run).toMatchObject({ exitCode: 0, stdout: { text: `[number ${index}]\n` }, survivors: [], leftovers: [] })
    }
  })

  it('starts nothing if it was canceled before', async () => {
    let hasStarted = false
    const onStart = () => {
      hasStarted = true
    }
    const run = await supervise(makeCommand('forever'), { signal: AbortSignal.abort(), onStart })
    expect(run).toMatchObject({ exitCode: null, signal: null, canceled: true, timedOut: false, survivors: [] })
    expect(run).not.toHaveProperty('failure')
    expect(hasStarted).toBe(false)
  })

  it('stops at once what is canceled at the moment of its start', async () => {
    const controller = new AbortController()
    const run = await supervise(makeCommand('forever'), {
      signal: controller.signal,
      onStart: () => controller.abort(),
    })
    expect(run).toMatchObject({ exitCode: null, signal: 'SIGTERM', canceled: true, survivors: [] })
  })

  it.skipIf(process.platform === 'win32')('never rejects, not even when no file can be opened any more', async () => {
    const code = `
      import { supervise } from '#main/runners/process/supervise'
      const command = ${JSON.stringify(makeCommand('read-stdin', [], { stdin: 'x' }))}
      const runs = await Promise.allSettled(Array.from({ length: 40 }, () => supervise(command)))
      console.log(JSON.stringify(runs.map(({ status, value }) => value?.failure?.message ?? status + value?.exitCode)))`
    const limited = [
      '-c',
      'ulimit -n 50 && exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      code,
    ]
    const outcomes: (Message | string)[] = JSON.parse(execFileSync('/bin/sh', limited, { encoding: 'utf8' }))
    const refused = outcomes.filter((outcome) => textOf(outcome).includes('too many files are open'))
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(outcomes.filter((outcome) => !refused.includes(outcome)))).toEqual(new Set(['fulfilled0']))
  })

  it('survives a watcher that fails; the error goes where all uncaught errors go', async () => {
    const caught: unknown[] = []
    const usual = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', (error) => caught.push(error))
    const mistake = new Error('a mistake in the view')
    try {
      const onChunk = () => {
        throw mistake
      }
      const run = await supervise(makeCommand('write-both'), { onChunk, onStart: onChunk })
      expect(run).toMatchObject({ exitCode: 0, stdout: { text: 'out\nout again\n' } })
      await nextRound()
      expect(caught.length).toBeGreaterThanOrEqual(3)
      expect(new Set(caught)).toEqual(new Set([mistake]))
    } finally {
      process.removeAllListeners('uncaughtException')
      for (const listener of usual) process.on('uncaughtException', listener)
    }
  })

  it('waits as long as the longest timer if the limit is beyond it', async () => {
    const run = await supervise(makeCommand('write-both', [], { timeoutMs: Number.MAX_SAFE_INTEGER }))
    expect(run).toMatchObject({ exitCode: 0, timedOut: false })
  })
})
