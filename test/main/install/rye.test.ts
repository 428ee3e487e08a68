import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { example, makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { buildZip } from './build-zip.ts'
import { commitAll } from './git-server.ts'
import { openForTest, snapshot } from './open-for-test.ts'

const HELLO = example('001', 25)
const AT = '.ai/tools/utility/hello_world.py'

/** What was installed, as one skill with the tools of the project and nothing else of it. */
async function install(source: string) {
  const { installing, root, skills, facts } = openForTest()
  const staged = await installing.stage(source, root)
  if (!staged.ok) throw new Error(JSON.stringify(staged.diagnostics))
  const [candidate] = staged.candidates
  if (!candidate) throw new Error('nothing was found')
  const done = await installing.settle(staged.token, [candidate.name], false)
  expect(done?.diagnostics).toEqual([])
  const files = [...snapshot(skills)].flatMap(([path, kind]) => (kind === 'folder' ? [] : path))
  return { candidate, files, installed: facts.at(-1) }
}

describe('installing a project’s tools', () => {
  it.each([
    ['at its root', ''],
    ['in a folder of its own', 'garden/'],
  ])('takes them from an archive that has them %s', async (_where, folder) => {
    const zip = join(makeTempDir(), 'garden.zip')
    const parts = [
      { name: `${folder}${AT}`, data: HELLO },
      { name: `${folder}src/main.py`, data: 'print(1)' },
    ]
    writeFileSync(zip, buildZip(parts))
    const { candidate, files, installed } = await install(zip)
    expect(candidate).toMatchObject({ name: 'garden', format: 'rye', tools: ['utility_hello_world'], blocker: null })
    expect(files).toEqual([`garden/${AT}`])
    expect(installed).toMatchObject({ skill: 'garden', source: { kind: 'zip', from: zip } })
  })

  it('takes them from a repository, and from its folder', async () => {
    const dir = join(makeTempDir(), 'garden')
    makeProject({ 'tools/utility/hello_world.py': HELLO }, dir)
    makeProject({ 'main.py': 'print(1)' }, dir, 'src')
    commitAll(dir)
    for (const source of [`file://${dir}`, dir, join(dir, '.ai')]) {
      const { candidate, files } = await install(source)
      expect(candidate, source).toMatchObject({ name: 'garden', format: 'rye', tools: ['utility_hello_world'] })
      expect(files, source).toEqual([`garden/${AT}`])
    }
  })
})
