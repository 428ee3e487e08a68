import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handleInterpreters } from '#main/requests/handle-settings'
import { SETTING_NAMES } from '#shared/settings/settings'
import { openOwnCore } from '#test/helpers/open-test-core'
import { makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'

const PYTHON = `__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python/function"
__category__ = ""
__tool_description__ = "Greets"
def execute(params, project_path): return "hello"
`

/** A core with one tool in Python; the person chooses the last of `files` in the file dialog. */
async function open(...files: string[]) {
  const project = makeProject({ 'tools/greet.py': PYTHON }, join(makeTempDir(), 'garden'))
  const { core } = await openOwnCore({ skills: [{ path: project, origin: 'named' }] })
  const handlers = handleInterpreters(core, { chooseFiles: async () => files.slice(-1) })
  const python = async () => {
    const { value } = (await handlers['interpreter.list']({})) as { value: { interpreters: { name: string }[] } }
    return value.interpreters.find(({ name }) => name === 'python')
  }
  const offered = () => core.registry().skills.flatMap(({ tools }) => tools.map(({ name }) => name))
  return { core, handlers, python, offered }
}

function makeProgram(): string {
  const file = join(makeTempDir(), 'own-python')
  symlinkSync('/bin/sh', file)
  return file
}

describe('the programs that run tools', () => {
  it('are listed where they were found, all four of them', async () => {
    const { handlers, python } = await open()
    expect(await handlers['interpreter.list']({})).toMatchObject({
      value: { interpreters: [{ title: 'Python 3' }, { title: 'Node.js' }, { title: 'Deno' }, { title: 'Bash' }] },
    })
    expect(await python()).toMatchObject({ isChosen: false, path: expect.stringContaining('python3') })
  })

  it('are the ones a person chose in a file dialog, for the next call', async () => {
    const file = makeProgram()
    const { core, handlers, python, offered } = await open(file)
    expect(await handlers['interpreter.choose']({ name: 'python' })).toEqual({ ok: true, value: { chosen: true } })
    expect(await python()).toMatchObject({ isChosen: true, path: file })
    const [tool = ''] = offered()
    expect(await core.plan({ tool, args: {}, allowScripts: true })).toMatchObject({
      plan: { action: { binary: { path: file } } },
    })
  })

  it('withhold their tools once the chosen one is gone, until the default is used again', async () => {
    const file = makeProgram()
    const { handlers, python, offered, core } = await open(file)
    await handlers['interpreter.choose']({ name: 'python' })
    expect(offered()).toHaveLength(1)
    rmSync(file)
    await core.restock()
    expect(offered()).toEqual([])
    expect(await python()).toMatchObject({ isChosen: true, problem: { code: 'interpreter-gone' } })
    await handlers['interpreter.forget']({ name: 'python' })
    expect(await python()).toMatchObject({ isChosen: false, path: expect.stringContaining('python3') })
    expect(offered()).toHaveLength(1)
  })

  it('are not changed by a folder, by a file that is no program, or by a dialog that was closed', async () => {
    const folder = join(makeTempDir(), 'python3')
    mkdirSync(folder)
    const text = join(makeTempDir(), 'python3')
    writeFileSync(text, 'print(1)')
    chmodSync(text, 0o644)
    for (const [file, code] of [
      [folder, 'interpreter-is-folder'],
      [text, 'interpreter-not-program'],
    ] as const) {
      const { handlers, python } = await open(file)
      expect(await handlers['interpreter.choose']({ name: 'python' })).toMatchObject({
        ok: false,
        error: { message: { code } },
      })
      expect(await python()).toMatchObject({ isChosen: false })
    }
    const { handlers } = await open()
    expect(await handlers['interpreter.choose']({ name: 'python' })).toEqual({ ok: true, value: { chosen: false } })
  })

  it('cannot be named by the window itself', () => {
    for (const name of ['python', 'node', 'deno', 'bash']) expect(SETTING_NAMES).not.toContain(name)
  })
})
