import { expect, it } from 'vitest'
import { Activity } from '#renderer/views/pages/activity.tsx'
import { draw } from '../../draw.ts'

it('says where the record was exported to, also after it was verified', () => {
  const verification = { state: 'checked', ok: true, facts: 240 } as const
  expect(draw(<Activity />, { verification })).toContain('Verified: 240 entries intact')
  const exported = { file: '/home/you/x.csv', rows: 7 }
  expect(draw(<Activity />, { verification, exported })).toContain('7 commands exported to /home/you/x.csv')
})
