import { describe, expect, it } from 'vitest'
import { makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

describe('A06 the option sign and the response files of Windows', () => {
  it.each(['/x', '/OUT:C:\\x', '@file', '\u2013x', '\uff0dx', '-x'])(
    'refuses %s as a positional there',
    async (value) => {
      const tool = makeTool({ args: [{ param: 'value' }] })
      const planned = await planCall(makeRequest(tool, { value }), makeSurroundings({ platform: 'win32' }))
      expect(planned).toMatchObject({ ok: false, error: { code: 'ARG_LOOKS_LIKE_OPTION' } })
    },
  )
})
