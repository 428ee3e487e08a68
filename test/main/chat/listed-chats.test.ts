import { expect, it, onTestFinished } from 'vitest'
import { placeSummary } from '#renderer/store/summaries.ts'
import type { FactBody } from '#shared/facts'
import type { ChatSummary } from '#shared/requests/requests'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const STATS = { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 1 }
const asked = (call: string) => ({ type: 'approval.asked', call }) as unknown as FactBody
const answered = (call: string): FactBody => ({
  ...{ type: 'approval.answered', call, digest: '', decision: 'once', by: 'person' },
})

it('a window that follows what main pushes has the same list as main after each fact', async () => {
  const { core } = await openTestCore({ home: makeTempDir() })
  onTestFinished(() => core.close())
  let list: readonly ChatSummary[] = core.listChats()
  core.listen((push) => {
    if (push.kind === 'chat') list = placeSummary(list, push)
  })
  const step = async (chat: string, ...bodies: FactBody[]) => {
    for (const body of bodies) {
      await core.publish({ ...body, chat })
      expect(list).toEqual(core.listChats())
    }
    return list.find((summary) => summary.chat === chat)
  }
  await step('a', { type: 'chat.created', title: 'A', model: null })
  await step('b', { type: 'chat.created', title: 'B', model: null })
  expect(list.map(({ chat }) => chat)).toEqual(['b', 'a'])
  expect(await step('a', { type: 'turn.started', turn: 't', model: 'm' })).toMatchObject({ isRunning: true })
  expect(list.map(({ chat }) => chat)).toEqual(['a', 'b'])
  expect(await step('a', asked('one'), asked('two'), answered('one'))).toMatchObject({ isWaiting: true })
  expect(await step('a', { type: 'turn.finished', turn: 't', reason: 'stopped', stats: STATS })).toMatchObject({
    ...{ isRunning: false, isWaiting: true },
  })
  const refused: FactBody = { type: 'call.refused', call: 'two', code: 'NOT_ANSWERED', message: '' }
  expect(await step('a', refused)).toMatchObject({ isWaiting: false })
  expect(await step('b', { type: 'chat.policy-changed', policy: 'trusted' })).toMatchObject({ policy: 'trusted' })
  expect(await step('b', { type: 'chat.policy-changed', policy: 'default' })).not.toHaveProperty('policy')
  const off = { skills: ['git'], tools: [] }
  expect(await step('b', { type: 'chat.tools-changed', off })).toMatchObject({ toolsOff: off })
  expect(await step('b', { type: 'chat.renamed', title: 'New' })).toMatchObject({ title: 'New' })
  expect(await step('b', { type: 'chat.pinned', pinned: true })).toMatchObject({ isPinned: true })
  expect(await step('b', { type: 'chat.archived', archived: true })).toMatchObject({ isArchived: true })
  expect(await step('b', { type: 'chat.deleted' })).toBeUndefined()
  expect(await step('b', { type: 'chat.restored' })).toMatchObject({ title: 'New', isPinned: true, toolsOff: off })
})
