import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findInterpreters, findMissing, type Search } from '#main/launchers/find-interpreters'
import type { LauncherName } from '#shared/call/action'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'

function makeProgram(folder: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

async function explain(name: LauncherName, search: Search): Promise<string | null> {
  const missing = findMissing(await findInterpreters({ findPackaged: () => null, ...search }), name)
  return missing && textOf(missing)
}

describe('the interpreters on this machine', () => {
  it('are found in the folders of the path', async () => {
    const folder = makeTempDir()
    for (const name of ['python3', 'node', 'deno', 'bash']) makeProgram(folder, name)
    const found = await findInterpreters({ searchPath: [folder] })
    expect(found).toMatchObject({
      python: { ok: true, path: join(folder, 'python3'), identity: { sha256: expect.any(String) } },
      node: { ok: true, path: join(folder, 'node') },
      deno: { ok: true, path: join(folder, 'deno') },
      bash: { ok: true, path: join(folder, 'bash') },
    })
    for (const name of ['python', 'node', 'deno', 'bash'] as const) expect(findMissing(found, name)).toBeNull()
  })

  it('are the ones a person chose', async () => {
    const folder = makeTempDir()
    makeProgram(folder, 'python3')
    const chosen = makeProgram(makeTempDir(), 'my python')
    const found = await findInterpreters({ searchPath: [folder], chosen: { python: chosen } })
    expect(found.python).toMatchObject({ ok: true, path: chosen })
  })

  it('may be missing, with a remedy', async () => {
    const search = { searchPath: [makeTempDir()] }
    expect(await explain('python', search)).toBe(
      'Python 3 is not installed. Install it, or choose its program in Settings.',
    )
    expect(await explain('deno', search)).toBe('Deno is not installed. Install it, or choose its program in Settings.')
  })

  it('are not used if a person’s choice does not work', async () => {
    const folder = makeTempDir()
    const good = makeProgram(folder, 'python3')
    const plain = join(folder, 'plain')
    writeFileSync(plain, 'text')
    const choose = (python: string) => explain('python', { searchPath: [folder], chosen: { python } })
    expect(await choose(good)).toBeNull()
    expect(await choose(folder)).toBe(
      `${folder} is a folder, not the program of Python 3. Choose its program in Settings.`,
    )
    expect(await choose(plain)).toBe(
      `${plain} cannot be run as Python 3. Make the file executable, or choose another program in Settings.`,
    )
    expect(await choose(join(folder, 'gone'))).toBe(
      `Python 3 is not at ${folder}/gone any more. Choose its program in Settings.`,
    )
  })

  it('are looked for past a folder with their name, which is named if nothing else is found', async () => {
    const [first, second] = [makeTempDir(), makeTempDir()]
    mkdirSync(join(first, 'node'))
    expect(await explain('node', { searchPath: [first, second] })).toBe(
      `${first}/node is a folder, not the program of Node.js. Choose its program in Settings.`,
    )
    makeProgram(second, 'node')
    expect(await explain('node', { searchPath: [first, second] })).toBeNull()
  })

  it('are not the Windows stubs that open a shop', async () => {
    const folder = join(makeTempDir(), 'Microsoft', 'WindowsApps')
    mkdirSync(folder, { recursive: true })
    makeProgram(folder, 'python.exe')
    const search: Search = { searchPath: [folder], platform: 'win32' }
    expect(await explain('python', search)).toMatch(/python\.exe only opens the Microsoft Store\. Install Python 3, or/)
    const real = makeTempDir()
    makeProgram(real, 'python3.exe')
    expect(await explain('python', { ...search, searchPath: [folder, real] })).toBeNull()
  })
})

const require = createRequire(import.meta.url)
const packaged = (() => {
  try {
    return require.resolve('deno/package.json')
  } catch {
    return null
  }
})()

describe.skipIf(packaged === null)('Deno from the package', () => {
  it('is found if the path has none', async () => {
    const { deno } = await findInterpreters({ searchPath: [] })
    expect(deno).toMatchObject({ ok: true, path: expect.stringMatching(/@deno[/\\][^/\\]+[/\\]deno(\.exe)?$/) })
  })

  it('is started itself if the path has npm’s command for it', async () => {
    const folder = makeTempDir()
    symlinkSync(join(packaged ?? '', '..', 'bin.cjs'), join(folder, 'deno'))
    const { deno } = await findInterpreters({ searchPath: [folder] })
    expect(deno).toMatchObject({ ok: true, path: expect.stringMatching(/@deno[/\\][^/\\]+[/\\]deno(\.exe)?$/) })
  })
})
