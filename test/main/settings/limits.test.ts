import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLimits } from '#main/settings/limits'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import {
  explainSetting,
  foldSettings,
  LIMIT_NAMES,
  readSetting,
  SETTINGS,
  type Settings,
} from '#shared/settings/settings'
import { callTool } from '#test/helpers/fake-ollama'
import { callOf, openChat } from '#test/helpers/open-chat'

const HARD = { maxRounds: 50, commandTimeoutMs: 86_400_000, approvalWaitMs: 28_800_000, keptOutputBytes: 4_194_304 }

const check = (name: keyof Settings, value: unknown) =>
  readSetting(name, value) === null ? textOf(explainSetting(name, value)) : null

it('takes whole numbers within the range of a limit, and nothing else', () => {
  for (const name of LIMIT_NAMES) {
    const { least, most } = SETTINGS[name]
    for (const value of ['', String(least), String(most)]) expect(check(name, value)).toBe(null)
    for (const value of [String(least - 1), String(most + 1), '1.5', '-3', '1e2', ' 4', 'many', '٣']) {
      expect(check(name, value)).toContain(`from ${least} to ${most}`)
    }
  }
})

it('exceeds no hard cap, whatever is in the record', () => {
  expect(readLimits(foldSettings([]))).toEqual({
    ...{ maxRounds: 12, commandTimeoutMs: 86_400_000, approvalWaitMs: 1_800_000, keptOutputBytes: 524_288 },
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...LIMIT_NAMES),
      fc.oneof(fc.string(), fc.double().map(String), fc.double(), fc.integer()),
      (name, value) => {
        const recorded: Fact = { type: 'setting.changed', name, value, seq: 1, at: '', chat: null }
        const limits = readLimits(foldSettings([recorded]))
        for (const [limit, number] of Object.entries(limits)) {
          expect(number).toBeGreaterThan(0)
          expect(number).toBeLessThanOrEqual(HARD[limit as keyof typeof HARD])
        }
      },
    ),
  )
})

it('ends a turn after as many rounds as the person allows', async () => {
  const { handlers, ollama, ask, facts } = await openChat()
  await handlers['setting.change']({ name: 'maxRounds', value: '2' })
  ollama.enqueue(...['a', 'b', 'c'].map((text) => callTool('echo_say', { text })))
  await ask('Say a, b, c')
  expect(ollama.requests).toHaveLength(2)
  expect(facts.find(({ type }) => type === 'turn.finished')).toMatchObject({ reason: 'rounds' })
})

it('shortens a command’s time limit, in the plan that is shown and in the one that runs', async () => {
  const { handlers, core } = await openChat()
  const plan = () => handlers['call.plan']({ tool: 'echo_say', args: '{"text":"x"}' })
  expect(await plan()).toMatchObject({ value: { plan: { timeoutMs: 120_000 } } })
  await handlers['setting.change']({ name: 'commandMinutes', value: '1' })
  expect(await plan()).toMatchObject({ value: { plan: { timeoutMs: 60_000 } } })
  expect(await callOf(core, null, 'echo_say', { text: 'x' })).toMatchObject({ plan: { timeoutMs: 60_000 } })
})

it('keeps as much output as the person allows, its beginning and its end', async () => {
  const { handlers, core } = await openChat()
  await handlers['setting.change']({ name: 'keptOutput', value: '64' })
  const text = `first ${'x'.repeat(100_000)} last`
  const { run } = await callOf(core, null, 'echo_say', { text })
  expect(run).toMatchObject({ truncated: true, stdoutBytes: text.length + 1 })
  expect(run?.stdout).toMatch(/^first .* last\n$/s)
  expect(run?.stdout.length).toBeLessThan(70_000)
})
