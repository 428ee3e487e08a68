import { describe, expect, it } from 'vitest'
import { PolicyChip } from '#renderer/views/chat/compose-chips.tsx'
import { DEFAULT_SETTINGS, type Policy } from '#shared/settings/settings'
import { draw } from '../../draw.ts'

const chat = { chat: 'disk', title: 'Disk', updatedAt: '', isWaiting: false, isRunning: false }

describe('the run policy', () => {
  it('is the chat’s own, or the one for all chats', () => {
    const settings = { ...DEFAULT_SETTINGS, policy: 'trusted' as const }
    const chip = (own: Policy | 'default' | null) => {
      const summaries = [{ ...chat, ...(own !== null && own !== 'default' && { policy: own }) }]
      return draw(<PolicyChip />, { settings, summaries, open: own === null ? null : chat.chat })
    }
    expect(chip('default')).toContain('Run trusted skills without asking (default)')
    expect(chip('ask')).toMatch(/data-policy="ask"/)
    expect(chip('default')).toMatch(/data-policy="trusted"/)
    expect(chip(null)).toContain('Approval mode for all chats')
  })
})
