import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MCP_FILE } from '#main/formats/mcp/read-mcp'
import { PACKAGES } from './pin-package.ts'

/** A file in each package's folder with the mcp.json files that use it, one per line. */
const USERS = 'named-by'

export const noteUser = (packageFolder: string, file: string): Promise<void> =>
  appendFile(join(packageFolder, USERS), `${file}\n`)

/** Deletes packages that no skill uses, and leftovers of interrupted installations. Never rejects. */
export async function sweepPackages(home: string): Promise<void> {
  const packages = await listNames(join(home, PACKAGES))
  if (packages.length === 0) return
  const folders = await Promise.all(
    ['skills', 'store'].map(async (own) => (await listNames(join(home, own))).map((name) => join(home, own, name))),
  )
  const own = await Promise.all(folders.flat().map((folder) => readText(join(folder, MCP_FILE))))
  for (const name of packages) {
    const folder = join(home, PACKAGES, name)
    const users = (await readText(join(folder, USERS))).split('\n').filter(Boolean)
    const texts = [...own, ...(await Promise.all(users.map(readText)))]
    if (!texts.some((text) => text.includes(name))) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const listNames = (folder: string) => readdir(folder).catch((): string[] => [])
const readText = (file: string) => readFile(file, 'utf8').catch(() => '')
