import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askModel } from '#main/models/ollama/chat'
import { textOf } from '#shared/messages/message'
import type { ModelOutcome } from '#shared/model/model'
import { openProgram } from '#test/helpers/open-program'

const MINUTE = 60_000

/** A server that has taken the question and says nothing yet; the clock is ours. */
async function openSlow() {
  let speak: (text: string) => void = () => undefined
  const program = await openProgram((socket) => {
    speak = (text) => socket.end(text)
  })
  const request = { model: 'tiny:1b', messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const stop = new AbortController()
  const asked: Promise<ModelOutcome> = askModel(program.host, request, { token: () => undefined }, stop.signal)
  await program.visited
  return { asked, stop, speak: (text: string) => speak(text), close: program.close }
}

const LINE = JSON.stringify({ message: { role: 'assistant', content: 'Hello.' }, done: true, done_reason: 'stop' })
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${LINE.length}\r\n\r\n${LINE}`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits for a model that takes 10 minutes to load', async () => {
  const { asked, speak, close } = await openSlow()
  vi.advanceTimersByTime(10 * MINUTE)
  speak(ANSWER)
  expect(await asked).toMatchObject({ ok: true, answer: { content: 'Hello.' } })
  await close()
})

it('does not wait for ever: after 20 minutes it says what to do', async () => {
  const { asked, close } = await openSlow()
  vi.advanceTimersByTime(20 * MINUTE)
  const outcome = await asked
  expect(outcome).toMatchObject({ ok: false, problem: { code: 'STREAM_SILENT' } })
  expect(textOf(outcome.ok ? '' : outcome.problem.message)).toMatch(/Check that it is still running, then try again/)
  await close()
})

it('ends at once when the person stops it, however long it would take', async () => {
  const { asked, stop, close } = await openSlow()
  stop.abort()
  expect(await asked).toMatchObject({ ok: false, problem: { code: 'STOPPED' } })
  await close()
})
