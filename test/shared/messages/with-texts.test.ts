import { expect, test } from 'vitest'
import { message } from '#shared/messages/message'
import { withTexts } from '#shared/messages/with-texts'

test('a value for JSON has texts in place of its messages, wherever they are', () => {
  const problem = message('cannot-be-read', { problem: message('not-a-folder') })
  const error = { code: 'FILE_UNREADABLE', message: problem, notes: [problem, 'as before', 7, null] }
  const text = 'It cannot be read: it is not a folder.'
  expect(JSON.stringify(withTexts({ ok: false, error }))).toBe(
    JSON.stringify({
      ok: false,
      error: { code: 'FILE_UNREADABLE', message: text, notes: [text, 'as before', 7, null] },
    }),
  )
})

test('a model’s own text stays unchanged, even if it looks like a message', () => {
  const like = { code: 'not-a-folder' }
  const fact = { type: 'call.requested', args: { like }, calls: [{ args: like }], code: 'not-a-folder' }
  expect(JSON.stringify(withTexts(fact))).toBe(JSON.stringify(fact))
})
