import { expect, it } from 'vitest'
import { HostSetting } from '#renderer/views/settings/settings-fields.tsx'
import { draw } from '../../draw.ts'

it('the address shows the one in force while nothing is typed, even if OLLAMA_HOST named it', () => {
  const ollama = { state: 'unreachable', host: 'http://10.1.2.3:11434' } as never
  const field = draw(<HostSetting name="Ollama address" says="none" />, { ollama })
  expect(field).toContain('placeholder="http://10.1.2.3:11434"')
  expect(field).toContain('value=""')
})
