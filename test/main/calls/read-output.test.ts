import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findResultFolder } from '#main/calls/read-output'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'

const TOOL = `__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python/function"
__category__ = ""
__tool_description__ = "d"
CONFIG_SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
def execute(params, project_path):
    return {"success": True, "file_path": params.get("path", 7)}
`

it('finds the folder of a file that a tool names, and none outside its working folder', async () => {
  const dir = makeProject({ 'tools/made.py': TOOL })
  mkdirSync(join(dir, 'out'))
  writeFileSync(join(dir, 'out', 'a.txt'), 'a')
  symlinkSync('/etc/passwd', join(dir, 'link'))
  const { core } = await openTestCore({
    ...{ home: makeTempDir(), cwd: dir, skills: [{ path: dir, origin: 'named' }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  onTestFinished(() => core.close())
  const folderOf = async (args: { path?: string }) => {
    const caller = { kind: 'person' } as const
    const call = { call: randomUUID(), chat: null, caller, tool: 'made', args, allowScripts: true }
    const { run, forModel } = await core.runCall({ ...call, signal: new AbortController().signal })
    return findResultFolder(core.ledger, run?.id ?? forModel)
  }
  expect(await folderOf({ path: 'out/a.txt' })).toBe(join(dir, 'out'))
  for (const path of ['../../../../etc/passwd', '/etc/passwd', 'link', 'gone.txt', '.']) {
    expect(await folderOf({ path }), path).toBeNull()
  }
  expect(await folderOf({})).toBeNull()
  expect(await findResultFolder(core.ledger, 'none')).toBeNull()
})
