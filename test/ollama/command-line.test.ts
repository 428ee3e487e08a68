import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'
import { host, isOurs, model } from './real-server.ts'

const call = (...args: string[]) =>
  callCli([...args, '--host', host, '--json', '--home', 'h', '--no-bundled'], { cwd: makeTempDir() })

describe('the command line with a real Ollama', () => {
  it('lists its models with what each can do', async () => {
    const { code, stdout } = await call('models')
    expect(code).toBe(0)
    const { models } = JSON.parse(stdout) as { models: { name: string; capabilities?: string[]; digest?: string }[] }
    const found = models.find(({ name }) => name.split(':')[0] === model.split(':')[0])
    expect(found?.capabilities).toContain('completion')
    expect(found?.digest).toMatch(/^[0-9a-f]{12,}/)
  })

  it('shows one', async () => {
    const { code, stdout } = await call('models', 'show', model)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      name: expect.stringContaining(model),
      contextLength: expect.any(Number),
    })
  })

  it.runIf(isOurs)('says what an unreachable registry means, and exits with 5', async () => {
    const { code, stdout, stderr } = await call('models', 'pull', 'registry.invalid/nobody/nothing')
    expect(code).toBe(5)
    expect(stdout).toContain('REGISTRY_UNREACHABLE')
    expect(stderr).toContain('cannot reach the library')
  })

  it('exits with 5 for a missing model, and its last fact is turn.finished', async () => {
    const { code, stdout } = await call('chat', '--model', 'not-there', 'Hi')
    expect(code).toBe(5)
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ type: 'turn.finished', reason: 'error', error: { code: 'MODEL_MISSING' } })
  })
})
