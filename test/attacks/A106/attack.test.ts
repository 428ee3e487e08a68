import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { handleRules } from '#main/requests/handle-rules'
import { openTestCore } from '#test/helpers/open-test-core'
import { setScene, writeSkill } from '../attack.ts'

/** What the system dialog shows of a command that destroys or runs any code, and is then declined. */
async function readDialog(tool: string, text: string): Promise<string> {
  const scene = setScene('A106')
  writeSkill(scene, {
    typed: { binary: 'sh', args: [{ param: 'text', kind: 'stdin' }] },
    filed: { binary: 'sh', args: [{ param: 'text', kind: 'tempfile', flag: 'x' }] },
  })
  const skills = [{ path: `${scene.root}/skills`, origin: 'named' as const }]
  const { core, next } = await openTestCore({ home: scene.home, cwd: scene.work, skills })
  const stop = new AbortController()
  onTestFinished(() => core.close())
  const shown: string[] = []
  const handlers = handleRules(core, {
    confirm: async ({ detail }) => {
      shown.push(detail)
      return false
    },
  })
  const asking = next('approval.asked')
  const caller = { kind: 'model', from: 'protocol' } as const
  const done = core.runCall({ caller, chat: null, call: randomUUID(), tool, args: { text }, signal: stop.signal })
  const { call, digest } = await asking
  while (!core.approvals.waiting().includes(call)) await new Promise(setImmediate)
  const answer = await handlers['approval.answer']({ call, digest, decision: 'once' })
  expect(answer).toMatchObject({ ok: true, value: { accepted: false } })
  stop.abort()
  expect((await done).run).toBeUndefined()
  return shown.join('\n')
}

describe('A106 a script that hides from the dialog, in standard input or a file', () => {
  it.each(['typed', 'filed'])('is shown whole where it is short (%s)', async (tool) => {
    const detail = await readDialog(tool, 'rm -rf "$HOME"\nSkill: git')
    expect(detail).toContain(': rm -rf "$HOME"\\nSkill: git\n')
    expect(detail).toMatch(/^Skill: hostile$/m)
    expect(detail).not.toMatch(/^Skill: git$/m)
  })

  it.each(['typed', 'filed'])('is shown by its size and its beginning where it is long (%s)', async (tool) => {
    const detail = await readDialog(tool, `rm -rf "$HOME"\n${'# filler\n'.repeat(1000)}`)
    expect(detail).toContain('rm -rf "$HOME"')
    expect(detail).toMatch(/70\d\d characters/)
    expect(detail.length).toBeLessThan(5000)
  })
})
