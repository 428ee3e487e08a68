import { afterEach, describe, expect, it } from 'vitest'
import { speakChosen } from '#renderer/store/receive.ts'
import { say, speak } from '#shared/messages/say'

afterEach(() => speak('en'))

describe('the language of the window', () => {
  it('is the last one chosen, however fast the choices follow each other', async () => {
    const shown: unknown[] = []
    const set = (change: unknown) => void shown.push(change)
    await Promise.all([speakChosen('de', { set }), speakChosen('en', { set })])
    expect(say('Send')).toBe('Send')
    await speakChosen('de', { set })
    expect([say('Send'), shown.at(-1)]).toEqual(['Senden', { language: 'de' }])
  })
})
