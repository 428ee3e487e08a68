import { describe, expect, it } from 'vitest'
import { describeSalvage } from '#main/requests/start-notices'
import { message, textOf } from '#shared/messages/message'

describe('the notice after a damaged record', () => {
  it('appears once, with the number of remaining entries and the place of the damaged file', () => {
    const reason = message('record-was-damaged', { reason: 'no tables' })
    const [notice] = describeSalvage({ movedTo: '/home/you/old.db', kept: 6, reason })
    expect(textOf(notice?.message ?? '')).toBe('The record was damaged: no tables. 6 entries could be recovered.')
    expect(textOf(notice?.remedy ?? '')).toContain('/home/you/old.db')
  })
})
