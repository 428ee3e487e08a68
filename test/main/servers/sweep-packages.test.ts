import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noteUser, sweepPackages } from '#main/servers/pin-package'
import { makeTempDir } from '#test/helpers/temp-dir'

it('removes packages that no skill names, wherever that skill is', async () => {
  const home = makeTempDir()
  const elsewhere = makeTempDir()
  const make = (name: string) => mkdirSync(join(home, 'packages', name), { recursive: true })
  const name = (folder: string, packaged: string) => {
    mkdirSync(folder, { recursive: true })
    const args = [join(home, 'packages', packaged, 'index.js')]
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { a: { command: 'node', args } } }))
  }
  for (const each of ['installed@1-a', 'trusted@1-a', 'elsewhere@1-a', 'left@1-a', 'gone@1-a', '.half']) make(each)
  name(join(home, 'skills', 'one'), 'installed@1-a')
  name(join(home, 'store', 'abc'), 'trusted@1-a')
  name(elsewhere, 'elsewhere@1-a')
  await noteUser(join(home, 'packages', 'elsewhere@1-a'), join(elsewhere, 'mcp.json'))
  await noteUser(join(home, 'packages', 'gone@1-a'), join(elsewhere, 'mcp.json'))
  await noteUser(join(home, 'packages', 'gone@1-a'), join(elsewhere, 'removed', 'mcp.json'))
  await sweepPackages(home)
  const left = ['installed@1-a', 'trusted@1-a', 'elsewhere@1-a', 'left@1-a', 'gone@1-a', '.half']
  expect(left.filter((each) => existsSync(join(home, 'packages', each)))).toEqual(left.slice(0, 3))
})

it('has nothing to do if no package was installed', async () => {
  await expect(sweepPackages(makeTempDir())).resolves.toBeUndefined()
})
