import { describe, expect, it } from 'vitest'
import { setFirstPolicy } from '#main/requests/start-notices'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const HERE = 'http://127.0.0.1:11434'
type Sandbox = 'auto' | 'off'

async function openFirst(home: string, sandbox: Sandbox, host: string) {
  process.env.OLLAMA_HOST = host
  const { core } = await openTestCore({ home, sandbox })
  await setFirstPolicy(core)
  return core
}

describe('the policy of a new home', () => {
  it('asks for changes alone where the sandbox is full and the model runs here', async () => {
    const core = await openFirst(makeTempDir(), 'auto', HERE)
    expect(core.settings().policy).toBe(core.machine.sandbox.word === 'enforced' ? 'changes' : 'ask')
    await core.close()
  })

  it.each([
    ['there is no sandbox', 'off', HERE],
    ['the model runs on another computer', 'auto', 'https://models.example.org'],
    ["the model's address is a name that could lead to any computer", 'auto', 'http://my-box:11434'],
  ] as const)('asks every time where %s', async (_why, sandbox, host) => {
    const core = await openFirst(makeTempDir(), sandbox, host)
    expect(core.settings().policy).toBe('ask')
    await core.close()
  })

  it('is set once: a home that was used before keeps what it has, and what the person chose', async () => {
    const used = makeTempDir()
    const before = await openTestCore({ home: used })
    await before.core.publish({ type: 'setting.changed', chat: null, name: 'theme', value: 'dark' })
    await before.core.close()
    const core = await openFirst(used, 'auto', HERE)
    expect(core.settings().policy).toBe('ask')
    await core.close()

    const chosen = makeTempDir()
    const first = await openFirst(chosen, 'auto', HERE)
    await first.publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'ask' })
    await first.close()
    const again = await openFirst(chosen, 'auto', HERE)
    expect(again.settings().policy).toBe('ask')
    await again.close()
  })
})
