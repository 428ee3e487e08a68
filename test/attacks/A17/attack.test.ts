import { describe, expect, it } from 'vitest'
import { canRunAnyCode } from '#shared/call/known-programs'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const NAMES = (
  'sh bash zsh dash fish python3 python3.12 node deno perl ruby php lua env xargs find awk sed make npm npx pip docker ' +
  'sudo ssh cmd powershell osascript rundll32 mshta timeout nohup nice watch busybox Bash PYTHON sh.exe'
).split(' ')

describe('A17 an allowlist that allows everything', () => {
  it.each(NAMES)('is pointed out for %s', (name) => {
    expect(canRunAnyCode(name, '')).toBe(true)
  })

  it('makes each call class D and asks, whatever words the skill fixed', async () => {
    const scene = setScene('A17')
    const args = [{ param: 'text' }]
    writeSkill(scene, {
      shell: { binary: 'sh', subcommand: '-c', args },
      wrapped: { binary: 'env', subcommand: 'echo', args },
      config: { binary: 'git', subcommand: '-c', args },
      read: { binary: 'find', subcommand: '. -name', args },
    })
    const attempts = ['shell', 'wrapped', 'config', 'read'].map((tool) => ({ tool, args: { text: 'true' } }))
    const { results } = await attackWith(scene, attempts)
    for (const [index, { plan, verdict }] of results.entries()) {
      expect(plan?.risk.class, attempts[index]?.tool).toBe('D')
      expect(verdict?.kind).toBe('ask')
    }
  })
})
