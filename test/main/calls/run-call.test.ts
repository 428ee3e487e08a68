import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CallRequest } from '#main/calls/run-call'
import { processOf } from '#test/helpers/make-plan'
import { approve, type Decide, openOwnCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('a call that is approved', () => {
  it('is recorded whole before its process starts, and the record says how it ended', async () => {
    const { runCall, facts } = await start(approve)
    const { run, succeeded, forModel } = await runCall('echo_say', { text: 'hello world' })
    expect(facts().map(({ type }) => type)).toEqual([
      'call.requested',
      'approval.asked',
      'approval.answered',
      'run.started',
      'run.finished',
    ])
    expect(facts()[3]).toMatchObject({
      plan: { action: { argv: ['printf', '%s\\n', 'hello world'], binary: { name: 'printf' } } },
    })
    expect(run).toMatchObject({ exitCode: 0, stdout: 'hello world\n', stdoutBytes: 12 })
    expect({ succeeded, forModel }).toEqual({ succeeded: true, forModel: 'hello world' })
  })

  it('keeps the whole output next to the record', async () => {
    const { runCall, core } = await start(approve)
    const { run } = await runCall('echo_say', { text: 'kept' })
    expect(await core.readOutput(run?.id ?? '')).toEqual({ stdout: 'kept\n', stderr: '' })
  })

  it('tells the model the exit code of a failure', async () => {
    const { runCall } = await start(approve)
    expect(await runCall('echo_fail', {})).toMatchObject({ succeeded: false, forModel: 'error: exit code 1' })
  })

  it('passes standard input and files, and leaves no file behind', async () => {
    const { runCall } = await start(approve)
    const { plan, run } = await runCall('echo_stdin', { text: 'from stdin', file: 'from a file' })
    expect(processOf(plan).tempFiles[0]?.content).toBe('from a file')
    expect(run?.stdout).toBe('     1\tfrom stdinfrom a file')
    expect(existsSync(processOf(plan).tempFiles[0]?.path ?? '')).toBe(false)
  })

  it('lets a post-processor read the output, and records it', async () => {
    const { runCall, facts } = await start(approve)
    const { forModel, run } = await runCall('echo_count', { text: 'one two three' })
    expect(forModel).toBe('3')
    expect(run?.stdout).toBe('one two three\n')
    const types = facts().map(({ type }) => type)
    expect(types.indexOf('postprocess.started')).toBeGreaterThan(types.indexOf('run.started'))
    expect(types.at(-1)).toBe('run.finished')
  })
})

describe('a resolver', () => {
  it('is off by default: the value stays and the plan says so', async () => {
    const { runCall } = await start(approve)
    const { plan, run } = await runCall('echo_resolved', { text: 'quiet' })
    expect(plan?.resolvers).toMatchObject([{ outcome: 'scripts-off', value: 'quiet' }])
    expect(run?.stdout).toBe('quiet\n')
  })

  it('runs after scripts are allowed, is recorded before it starts, and marks its element', async () => {
    const { runCall, facts } = await start(approve)
    const { plan, run } = await runCall('echo_resolved', { text: 'loud' }, { allowScripts: true })
    expect(plan?.action).toMatchObject({ argv: ['printf', '%s\\n', 'LOUD'], origin: ['skill', 'skill', 'resolver'] })
    expect(run?.stdout).toBe('LOUD\n')
    const types = facts().map(({ type }) => type)
    expect(types.filter((type) => !type.startsWith('approval.')).slice(0, 3)).toEqual([
      ...['call.requested', 'resolver.started', 'resolver.finished'],
    ])
  })
})

describe('a resolver without a sandbox', () => {
  it('asks first, with its whole argument list, and leaves the value unchanged if the person denies it', async () => {
    const cards: string[][] = []
    const { runCall, facts } = await start(async (_call, { action, risk: { reasons } }) => {
      cards.push(action.kind === 'process' ? action.argv : [])
      const isHelper = reasons.some((reason) => typeof reason !== 'string' && reason.code === 'helper-unconfined')
      return { decision: isHelper ? 'deny' : 'once', by: 'person' }
    })
    const { plan, run } = await runCall('echo_resolved', { text: 'quiet' }, { allowScripts: true })
    expect(cards).toEqual([
      ['sh', expect.stringMatching(/scripts\/.*\.sh$/), 'quiet'],
      ['printf', '%s\\n', 'quiet'],
    ])
    expect(plan?.resolvers).toMatchObject([{ outcome: 'refused', value: 'quiet', note: { code: 'helper-declined' } }])
    expect(run?.stdout).toBe('quiet\n')
    expect(facts().map(({ type }) => type)).not.toContain('resolver.started')
  })
})

describe('a call that does not run', () => {
  it.each([
    ['a tool that does not exist', 'nothing', {}, 'TOOL_UNKNOWN'],
    ['a missing parameter', 'echo_say', {}, 'PARAM_MISSING'],
    ['an unknown parameter', 'echo_say', { text: 'x', extra: 1 }, 'PARAM_UNKNOWN'],
    ['a value that looks like an option', 'echo_say', { text: '--version' }, 'ARG_LOOKS_LIKE_OPTION'],
    ['a NUL', 'echo_say', { text: 'a\0b' }, 'ARG_NUL'],
    ['a program that is not there', 'echo_missing', {}, 'BINARY_NOT_FOUND'],
  ])('is refused with a fact, and nothing starts: %s', async (_what, tool, args, code) => {
    const { runCall, facts } = await start(approve)
    const { error, forModel } = await runCall(tool, args)
    expect(error?.code).toBe(code)
    expect(forModel).toMatch(/^error: /)
    expect(facts().map(({ type }) => type)).toEqual(['call.requested', 'call.refused'])
  })

  it('is answered with fixed words when the person denies it', async () => {
    const { runCall, facts } = await start(async () => ({ decision: 'deny', by: 'person' }))
    expect(await runCall('echo_say', { text: 'x' })).toMatchObject({ forModel: 'User declined this call.' })
    expect(facts().at(-1)).toMatchObject({ type: 'call.refused', code: 'DECLINED' })
  })

  it('starts nothing when the wait for an answer ends', async () => {
    const { runCall, facts } = await start(async () => null)
    expect(await runCall('echo_say', { text: 'x' })).toMatchObject({ error: { code: 'NOT_ANSWERED' } })
    expect(facts().some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('starts nothing if the program was replaced while it waited', async () => {
    const bin = makeTempDir()
    const program = join(bin, 'printf')
    writeFileSync(program, '#!/bin/sh\necho first\n', { mode: 0o755 })
    const { runCall } = await start(async () => {
      rmSync(program)
      writeFileSync(program, '#!/bin/sh\necho second, unseen\n', { mode: 0o755 })
      return { decision: 'once', by: 'person' }
    }, `${bin}:${process.env.PATH}`)
    expect(await runCall('echo_say', { text: 'x' })).toMatchObject({ error: { code: 'APPROVAL_STALE' } })
  })
})

describe('stopping', () => {
  it('ends the process and says so to the model', async () => {
    const { runCall, next } = await start(approve)
    const stop = new AbortController()
    const started = next('run.started').then(() => stop.abort())
    const { run, forModel } = await runCall('echo_wait', { seconds: 60 }, { signal: stop.signal })
    await started
    expect(run).toMatchObject({ canceled: true, exitCode: null })
    expect(forModel).toBe('error: the person stopped this command')
  })

  it('ends what runs when the core closes, and the record knows how it ended', async () => {
    const { runCall, facts, next, core } = await start(approve)
    const started = next('run.started')
    const ending = runCall('echo_wait', { seconds: 60 })
    await started
    await core.close()
    expect((await ending).run).toMatchObject({ canceled: true })
    expect(facts().at(-1)).toMatchObject({ type: 'run.finished', canceled: true })
  })
})

async function start(decide: Decide, path = process.env.PATH) {
  const before = process.env.PATH
  process.env.PATH = path
  const { core, facts, next } = await openOwnCore({ decide })
  process.env.PATH = before
  const runCall = (tool: string, args: unknown, more: Partial<CallRequest> = {}) =>
    core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat: null,
      call: randomUUID(),
      tool,
      args,
      signal: new AbortController().signal,
      ...more,
    })
  return { runCall, facts: () => facts, next, core }
}
