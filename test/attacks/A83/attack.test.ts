import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openTestCore } from '#test/helpers/open-test-core'
import { attackWith, type Scene, setHome, setScene, writeSkill } from '../attack.ts'

const READ = { binary: 'cat', args: [{ param: 'path', readPath: true }] }
const WRITE = { binary: 'touch', args: [{ param: 'path', writePath: true }] }

function settle(): Scene & { pictures: string } {
  const scene = setScene('A83')
  setHome(scene)
  const pictures = join(scene.root, 'pictures')
  mkdirSync(pictures)
  scene.write('pictures/list.txt', 'a list')
  writeSkill(scene, { read: READ, write: WRITE })
  return { ...scene, pictures }
}

describe('A83 a path outside the open folders', () => {
  it('is named with its folder, and approving the command does not open it', async () => {
    const scene = settle()
    const attempts = [{ tool: 'read', args: { path: join(scene.pictures, 'list.txt') } }]
    const { results, started } = await attackWith(scene, attempts)
    const [result] = results
    expect(result?.plan?.closed).toEqual([
      { path: join(scene.pictures, 'list.txt'), folder: scene.pictures, access: 'read', param: 'path' },
    ])
    expect(textOf(result?.verdict?.reason ?? '')).toContain(`${scene.pictures} is closed to this chat`)
    expect(result?.error?.code).toBe('PATH_NOT_GRANTED')
    expect(started).toEqual([])
  })

  it('runs after the person opens the folder, which is then judged like any other call', async () => {
    const scene = settle()
    const asked: string[] = []
    const { results, facts } = await attackWith(
      scene,
      [{ tool: 'read', args: { path: join(scene.pictures, 'list.txt') } }],
      {
        decide: async (_call, plan) => {
          asked.push(plan.closed ? 'open' : 'run')
          return plan.closed ? { decision: 'open', access: 'read', by: 'person' } : { decision: 'once', by: 'person' }
        },
      },
    )
    expect(asked).toEqual(['open', 'run'])
    expect(results[0]?.run?.stdout).toBe('a list')
    expect(facts).toContainEqual(
      expect.objectContaining({ type: 'folder.opened', path: scene.pictures, access: 'read' }),
    )
  })

  it('stays closed to changes in a folder opened to read', async () => {
    const scene = settle()
    const { results } = await attackWith(scene, [{ tool: 'write', args: { path: join(scene.pictures, 'new') } }], {
      decide: async (_call, plan) =>
        plan.closed ? { decision: 'open', access: 'read', by: 'person' } : { decision: 'once', by: 'person' },
    })
    expect(results[0]?.error?.code).toBe('PATH_NOT_GRANTED')
  })

  it.each(['a policy', 'a rule'])('is reached by no call that %s lets run', async (what) => {
    const scene = settle()
    const asked: string[] = []
    const { core } = await openTestCore({
      ...{ home: scene.home, cwd: scene.work, skills: [{ path: join(scene.root, 'skills'), origin: 'named' }] },
      decide: async (_call, plan, _verdict, _signal, proposals) => {
        asked.push(plan.closed ? `closed: ${proposals.map(({ choice }) => choice)}` : 'open')
        return plan.closed ? null : { decision: 'remember', choice: 'tool', by: 'person' }
      },
    })
    onTestFinished(() => core.close())
    if (what === 'a policy')
      await core.publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'trusted' })
    scene.write('work/here.txt', 'here')
    const { signal } = new AbortController()
    for (const path of ['here.txt', 'here.txt', join(scene.pictures, 'list.txt')]) {
      const caller = { kind: 'model', from: 'protocol' } as const
      await core.runCall({ caller, chat: null, call: randomUUID(), tool: 'read', args: { path }, signal })
    }
    expect(asked).toEqual([...(what === 'a rule' ? ['open'] : []), 'closed: never'])
  })

  it.each(['.ssh', '.config/systemd', '.'])('cannot be opened to change where the home has %s', async (name) => {
    const scene = setScene('A83')
    const person = setHome(scene)
    mkdirSync(join(person, name), { recursive: true })
    symlinkSync(person, join(scene.work, 'link'))
    writeSkill(scene, { read: READ, write: WRITE })
    const attempts = [join(person, name, 'new'), join('link', name, 'new')].map((path) => ({
      tool: 'write',
      args: { path },
    }))
    const { results } = await attackWith(scene, attempts, {
      decide: async () => ({ decision: 'open', access: 'write', by: 'person' }),
    })
    for (const { plan, error } of results) {
      expect(plan).toBeUndefined()
      expect(error?.code).toBe('PATH_NOT_GRANTED')
    }
  })
})
