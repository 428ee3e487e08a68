import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { makeTeller } from '#main/cli/chat/chat-tell'
import { makePrinter } from '#main/cli/print'
import { message } from '#shared/messages/message'

it('names in words what a request left out, even if an older record has a sentence', () => {
  const stderr = new PassThrough()
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr }
  const printer = makePrinter(streams, { NO_COLOR: '1' }, false)
  const bySource = { system: 1, tools: 1, skills: 1, history: 1, toolOutput: 1 }
  const withheld = [
    message('output-left-out', { count: 900, tool: 'disk', number: 3 }),
    'message 2 (user, 40 characters)',
  ]
  makeTeller(
    printer,
    'c',
  )({
    kind: 'fact',
    fact: { type: 'context.fitted', seq: 1, at: '', chat: 'c', numCtx: 4096, estimate: 5, bySource, withheld },
  })
  expect(String(stderr.read())).toBe(
    'left out: 900 characters of the output of disk (message 3); message 2 (user, 40 characters)\n',
  )
})
