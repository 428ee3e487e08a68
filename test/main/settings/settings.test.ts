import { describe, expect, it } from 'vitest'
import { checkSetting } from '#main/settings/settings'

describe('the width of the sidebar', () => {
  it('is what is usual, or a whole number within what the window allows', () => {
    for (const width of ['', '240', '256', '280']) expect(checkSetting('sidebarWidth', width), width).toBeNull()
    for (const width of ['239', '281', '24', '2400', '250.5', '-250', 'wide', '250px', '0x100']) {
      expect(checkSetting('sidebarWidth', width), width).toMatch(
        /^sidebarWidth is a whole number from 240 to 280, not /,
      )
    }
  })
})
