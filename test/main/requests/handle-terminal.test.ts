import { expect, it, onTestFinished } from 'vitest'
import { handleTerminal } from '#main/requests/handle-terminal'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'

it('asks one question at a time, none for a terminal that is gone, and none about a secret that is not there', async () => {
  const { core } = await openTestCore({ home: makeTempDir(), keyring: makeKeyring() })
  onTestFinished(() => core.close())
  const answers: ((yes: boolean) => void)[] = []
  const confirm = () => new Promise<boolean>((answer) => void answers.push(answer))
  const own = handleTerminal(core, { confirm, chooseTarget: async () => null })
  const [here, left] = [new AbortController(), new AbortController()]

  expect(await own['secret.remove']({ name: 'NONE' }, here.signal)).toMatchObject({ ok: true })
  for (const params of [{}, { name: 'a b', value: 'x' }, { name: 'KEY', value: '' }]) {
    expect(await own['secret.set'](params, here.signal)).toMatchObject({ error: { code: 'SECRET_REFUSED' } })
  }
  expect(await own['background.stop']({ skill: 7, tool: null })).toMatchObject({ ok: false })
  expect(answers).toHaveLength(0)

  const given = [here, left, left].map(({ signal }, n) => own['secret.set']({ name: `KEY_${n}`, value: 'x' }, signal))
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(true)
  await expect.poll(() => answers.length).toBe(2)
  left.abort()
  answers[1]?.(true)
  expect((await Promise.all(given)).map(({ ok }) => ok)).toEqual([true, false, false])
  expect(answers).toHaveLength(2)
  expect(core.secrets.list()).toMatchObject([{ name: 'KEY_0' }])
})
