import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Core } from '#main/open-core'
import { openTestCore } from '#test/helpers/open-test-core'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { type Scene, setScene, writeSkill } from '../attack.ts'

/** Two folders that programs are found in; what lies in the first is taken before what lies in the second. */
function settle() {
  const scene = setScene('A85')
  const [first, second] = ['tools/bin', 'more/bin'].map((name) => join(scene.root, name)) as [string, string]
  for (const folder of [first, second]) mkdirSync(folder, { recursive: true })
  const before = process.env.PATH
  process.env.PATH = [first, second, before].join(':')
  onTestFinished(() => {
    process.env.PATH = before
  })
  return { scene, first, second }
}

async function open({ home, work, root }: Scene, sandbox: 'auto' | 'off') {
  const asked: string[] = []
  const { core } = await openTestCore({
    ...{ home, cwd: work, sandbox, skills: [{ path: join(root, 'skills'), origin: 'named' }] },
    decide: async (_call, plan) => {
      asked.push(plan.tool)
      return { decision: 'remember', choice: 'tool', by: 'person' }
    },
  })
  onTestFinished(() => core.close())
  return { core, asked }
}

function call(core: Core, tool: string) {
  const { signal } = new AbortController()
  const caller = { kind: 'model', from: 'protocol' } as const
  return core.runCall({ caller, chat: null, call: randomUUID(), tool, args: {}, signal })
}

describe('A85 a program planted in a folder of the search path', () => {
  it.skipIf(sandboxHere.word !== 'enforced')(
    'cannot be written there by a command, whatever is open around it',
    async () => {
      const { scene, first } = settle()
      scene.write('work/tool.sh', `echo x > ${scene.root}/tools/free; cp /bin/echo ${first}/lister; exit 0\n`)
      writeSkill(scene, { plant: { binary: 'sh', subcommand: 'tool.sh', args: [] } })
      const { core } = await open(scene, 'auto')
      const path = join(scene.root, 'tools')
      await core.publish({ type: 'folder.opened', chat: null, path, access: 'write' })
      const { run, plan } = await call(core, 'plant')
      expect(plan?.confinement?.writable).toContain(path)
      expect(run?.stderr).toContain('Read-only file system')
      expect(existsSync(join(first, 'lister'))).toBe(false)
    },
  )

  it.each([
    ['in a folder before it', 'tools/bin/lister', '#!/bin/sh\necho planted\n'],
    ['in its place', 'more/bin/lister', '#!/bin/sh\necho planted\n'],
  ])('is not what a rule allows, %s', async (_where, file, content) => {
    const { scene, second } = settle()
    scene.write('more/bin/lister', '#!/bin/sh\necho mine\n', 0o755)
    writeSkill(scene, { list: { binary: 'lister', args: [] } })
    const { core, asked } = await open(scene, 'off')
    expect((await call(core, 'list')).run?.stdout).toBe('mine\n')
    expect((await call(core, 'list')).run?.stdout).toBe('mine\n')
    expect(asked).toEqual(['list'])
    rmSync(join(second, 'lister'))
    scene.write(file, content, 0o755)
    await call(core, 'list')
    expect(asked).toEqual(['list', 'list'])
  })
})
