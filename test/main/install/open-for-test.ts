import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openInstaller } from '#main/install/installer'
import type { NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'

/** An installer with everything it could touch below one folder, which can be looked at whole. */
export function openForTest(
  options: { root?: string; bundled?: string[]; env?: NodeJS.ProcessEnv; mostFetchedBytes?: number } = {},
) {
  const root = options.root ?? makeTempDir()
  const home = join(root, 'home')
  const personHome = join(root, 'person')
  for (const dir of [home, personHome]) mkdirSync(dir, { recursive: true })
  const facts: NewFact[] = []
  const failures: unknown[] = []
  const installing = openInstaller({
    ...{ home, personHome, bundled: () => options.bundled ?? [], failed: (error) => failures.push(error) },
    publish: async (...published) => void facts.push(...published),
    ...(options.env && { env: options.env }),
    ...(options.mostFetchedBytes && { mostFetchedBytes: options.mostFetchedBytes }),
  })
  return { installing, facts, failures, root, home, personHome, skills: join(home, 'skills') }
}

/** Every entry below a folder with its kind and bytes, but for those at the paths to be left out. */
export function snapshot(root: string, leaveOut: readonly string[] = []): Map<string, string> {
  const seen = new Map<string, string>()
  const walk = (folder: string) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (leaveOut.includes(path)) continue
      const stats = lstatSync(join(root, path))
      if (stats.isDirectory()) {
        seen.set(path, 'folder')
        walk(path)
      } else if (stats.isSymbolicLink()) seen.set(path, `link ${readlinkSync(join(root, path))}`)
      else seen.set(path, stats.isFile() ? `file ${stats.mode} ${readFileSync(join(root, path), 'latin1')}` : 'special')
    }
  }
  walk('')
  return seen
}
