import { expect, it, onTestFinished } from 'vitest'
import type { Question } from '#main/electron/window-ports'
import { handleTerminal } from '#main/requests/handle-terminal'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'

it('asks one question, which ends with its terminal, and none about a secret that is not there', async () => {
  const { core } = await openTestCore({ home: makeTempDir(), keyring: makeKeyring() })
  onTestFinished(() => core.close())
  const answers: ((yes: boolean) => void)[] = []
  const shown: Question[] = []
  const confirm = (question: Question) => {
    shown.push(question)
    return new Promise<boolean>((answer) => void answers.push(answer))
  }
  const own = handleTerminal(core, { confirm, chooseTarget: async () => null })
  const [here, left] = [new AbortController(), new AbortController()]

  expect(await own['secret.remove']({ name: 'NONE' }, here.signal)).toMatchObject({ ok: true })
  for (const params of [{}, { name: 'a b', value: 'x' }, { name: 'KEY', value: '' }]) {
    expect(await own['secret.set'](params, here.signal)).toMatchObject({ error: { code: 'SECRET_REFUSED' } })
  }
  expect(await own['background.stop']({ skill: 7, tool: null })).toMatchObject({ ok: false })
  expect(answers).toHaveLength(0)

  const set = (name: string, { signal }: AbortController) => own['secret.set']({ name, value: 'x' }, signal)
  const first = set('KEY', here)
  await expect.poll(() => answers.length).toBe(1)
  expect(await set('OTHER', here)).toMatchObject({ error: { code: 'DECLINED' } })
  answers[0]?.(true)
  expect(await first).toMatchObject({ ok: true })
  const again = set('KEY', left)
  await expect.poll(() => answers.length).toBe(2)
  left.abort()
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([false, true])
  expect(shown[1]?.detail).toContain('The value it has now is replaced')
  answers[1]?.(true)
  expect(await again).toMatchObject({ error: { code: 'DECLINED' } })
  expect(core.secrets.list()).toMatchObject([{ name: 'KEY' }])
})
