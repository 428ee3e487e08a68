import { describe, expect, it } from 'vitest'
import type { NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openHere } from './open-for-test.ts'
import { finishRun, makeMessage, startRun } from './sample-facts.ts'

const startTurn = (turn: string): NewFact => ({ type: 'turn.started', chat: 'chat-1', turn, model: 'small' })
const stats = { rounds: 1, calls: 1, promptTokens: 2, outputTokens: 3, ms: 4 }
const finishTurn = (turn: string): NewFact => ({
  type: 'turn.finished',
  chat: 'chat-1',
  turn,
  reason: 'answered',
  stats,
})

const request = (call: string): NewFact => ({ type: 'call.requested', chat: 'chat-1', call, tool: 'list', args: {} })

describe('opening a ledger', () => {
  it('refuses the unanswered calls, once, and leaves the others alone', async () => {
    const home = makeTempDir()
    const before = await openHere(home)
    before.append([
      request('run'),
      startRun('whole', 'run'),
      finishRun('whole', 'run'),
      request('refused'),
      { type: 'call.refused', chat: 'chat-1', call: 'refused', code: 'DECLINED', message: '' },
      request('planned'),
      { type: 'call.planned', chat: 'chat-1', call: 'planned', digest: '' },
      request('waiting'),
    ])
    before.close()
    const after = await openHere(home)
    const refusal = { type: 'call.refused', chat: 'chat-1', call: 'waiting', code: 'NOT_ANSWERED', isInterrupted: true }
    expect(after.read({ after: 8 })).toMatchObject([refusal])
    after.close()
    const later = await openHere(home)
    expect(later.read({ after: 9 })).toEqual([])
    later.close()
  })

  it('records once that the unfinished runs and turns were interrupted', async () => {
    const home = makeTempDir()
    const before = await openHere(home)
    before.append([
      startTurn('whole'),
      startRun('whole', 'call-1'),
      finishRun('whole', 'call-1'),
      finishTurn('whole'),
      startTurn('cut'),
      { type: 'resolver.started', chat: 'chat-1', call: 'call-2', run: 'resolving', path: '/bin/ls', step: STEP },
      { type: 'resolver.started', chat: 'chat-1', call: 'call-2', run: 'resolved', path: '/bin/ls', step: STEP },
      { type: 'resolver.finished', chat: 'chat-1', call: 'call-2', run: 'resolved', step: STEP, exitCode: 0, ms: 1 },
      startRun('cut', 'call-2'),
      makeMessage('run and turn are only words here'),
    ])
    before.close()

    const after = await openHere(home)
    const added = after.read({ after: 10 })
    expect(added).toMatchObject([
      { seq: 11, chat: 'chat-1', type: 'run.interrupted', call: 'call-2', run: 'resolving' },
      { seq: 12, chat: 'chat-1', type: 'run.interrupted', call: 'call-2', run: 'cut' },
      {
        seq: 13,
        chat: 'chat-1',
        type: 'turn.finished',
        turn: 'cut',
        reason: 'interrupted',
        stats: { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 },
      },
    ])
    expect(added).toHaveLength(3)
    after.close()

    const later = await openHere(home)
    expect(later.read({ after: 13 })).toEqual([])
    expect(await later.verify()).toEqual({ ok: true, facts: 13 })
  })

  it('makes a message from what was written of an unfinished answer, and from nothing else', async () => {
    const home = makeTempDir()
    const before = await openHere(home)
    const write = (turn: string, text: string, thinking?: string): NewFact => {
      return { type: 'answer.written', chat: 'chat-1', turn, text, ...(thinking && { thinking }) }
    }
    before.append([
      startTurn('whole'),
      write('whole', 'All of'),
      makeMessage('All of it.'),
      finishTurn('whole'),
      startTurn('cut'),
      makeMessage('Question'),
      write('cut', 'First answer'),
      makeMessage('First answer, whole'),
      write('cut', '', 'Hm, '),
      write('cut', 'The begin', 'yes.'),
      write('cut', 'ning of'),
    ])
    before.close()

    const after = await openHere(home)
    expect(after.read({ after: 11 })).toMatchObject([
      { type: 'message.added', chat: 'chat-1', role: 'assistant', content: 'The beginning of', thinking: 'Hm, yes.' },
      { type: 'turn.finished', turn: 'cut', reason: 'interrupted' },
    ])
    after.close()
    const later = await openHere(home)
    expect(later.read({ after: 13 })).toEqual([])
    later.close()
  })
})

const STEP = {
  param: 'path',
  kind: 'command' as const,
  argv: ['ls'],
  outcome: 'resolved' as const,
  value: '/mnt',
}
