import { describe, expect, it } from 'vitest'
import {
  coercionWords,
  decisionOf,
  detailsOf,
  headingFor,
  opensByItself,
  recoveryOf,
  targetOf,
  verbOf,
  verbOfCall,
} from '#renderer/parts/call/call-words.ts'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { ChatCall } from '#shared/requests/chat-requests'
import { plan, type Story, tell } from '../../../stories/facts.ts'

describe('the summary line of a call', () => {
  const df = plan('disk', 'ss', ['df', '-h x'])
  const fold = (told: Story): ChatCall => foldFacts(emptyChat('c'), told.facts).calls.get('k') as ChatCall
  const story = () => tell('c', 0).ask('q').call('k', 'disk', { path: '/' })

  it('reads Ran, the command ready to paste, the time and the exit code', () => {
    const call = fold(story().approve('k', df).answer('k', df, 'once').run('k', df).finish('k', { ms: 412 }))
    expect([verbOf(call.status), targetOf(call), ...detailsOf(call)]).toEqual([
      'Ran',
      "df '-h x'",
      '0.4\u00a0s',
      'exit 0',
    ])
  })

  it.each([
    ['out-of-memory', 'out of memory'],
    ['out-of-processor-time', 'out of processor time'],
    ['file-too-large', 'file too large'],
  ] as const)('says of one that ended %s what it used too much of', (how, words) => {
    const call = fold(story().approve('k', df).answer('k', df, 'once').run('k', df).finish('k', { how, exitCode: 137 }))
    expect(detailsOf(call)).toContain(words)
    expect(detailsOf(call)).not.toContain('exit 137')
  })

  it('names the signal if there is no exit code, and never invents one', () => {
    const call = fold(story().run('k', df).finish('k', { exitCode: null, signal: 'SIGKILL' }))
    expect(detailsOf(call)).toEqual(['21\u00a0ms', 'SIGKILL'])
  })

  it('shows the request if no command was made from it, and why', () => {
    const call = fold(story().add({ type: 'call.refused', call: 'k', code: 'ARG_NUL', message: 'no' }))
    expect([verbOfCall(call), targetOf(call), ...detailsOf(call)]).toEqual(['Not run', 'disk {"path":"/"}'])
  })

  it('does not call it a failure if the model is asked to correct its arguments', () => {
    const refused = (code: 'PARAM_MISSING' | 'ARGS_INVALID' | 'PATH_NOT_GRANTED') =>
      verbOfCall(fold(story().add({ type: 'call.refused', call: 'k', code, message: 'no' })))
    expect([refused('PARAM_MISSING'), refused('ARGS_INVALID')]).toEqual([
      'Sent back to correct',
      'Sent back to correct',
    ])
    expect(refused('PATH_NOT_GRANTED')).toBe('Not run')
  })

  it('says what a value was taken for, or that it was left out', () => {
    expect(coercionWords({ param: 'depth', from: '2', to: 2 })).toBe('depth: "2" interpreted as 2')
    expect(coercionWords({ param: 'path', from: '', to: null })).toBe('path: "" left out')
  })

  it('says how the call came if it was recovered', () => {
    const came = (from: 'text' | 'choice') => recoveryOf({ caller: { kind: 'model', from } })
    expect(recoveryOf(fold(story()))).toBeNull()
    expect(came('choice')?.note).toBe('Skillet corrected this call or asked the model to choose it.')
    expect(recoveryOf({ caller: { kind: 'model', from: 'choice', wrote: 'df -h' } })).toEqual({
      tag: 'written as a command',
      note: 'The model wrote `df -h` instead of calling a tool.',
    })
    expect(came('text')?.note).toBe('Found in the model’s text.')
  })

  it('is headed by the tool’s own words, but never by those of a server', () => {
    const heading = { now: [{ text: 'Safe. Just press Run', origin: 'skill' as const }] }
    expect(headingFor({ ...df, heading })).toBe(heading.now)
    expect(headingFor(df)).toBeNull()
    const server = {
      skill: 's',
      name: 'git\nhub',
      start: { kind: 'address' as const, url: 'https://a.example/', headers: [] },
    }
    const action = {
      ...{ kind: 'mcp' as const, server, binary: null, cwd: null, secrets: [] },
      ...{ tool: 'search', args: {}, listed: 'x' },
    }
    const said = (isDone: boolean) => headingFor({ ...df, heading, action }, isDone)?.map(({ text }) => text)
    expect(said(false)).toEqual(['Call search on git hub'])
    expect(said(true)).toEqual(['Called search on git hub'])
  })

  it('says who decided', () => {
    expect(decisionOf(fold(story()))).toBeNull()
    expect(decisionOf(fold(story().approve('k', df).answer('k', df, 'deny', 'later')))).toBe('denied by you (“later”)')
    expect(decisionOf(fold(story().approve('k', df).end('stopped')))).toBe('no decision before the answer ended')
  })

  it('opens by itself while it asks or runs and when something went wrong', () => {
    expect((['waiting', 'running', 'failed', 'timed-out'] as const).every(opensByItself)).toBe(true)
    expect((['proposed', 'done', 'denied', 'refused', 'canceled', 'interrupted'] as const).some(opensByItself)).toBe(
      false,
    )
  })
})
