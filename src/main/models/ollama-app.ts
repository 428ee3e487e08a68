import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findBinary } from '#main/runners/process/find-binary'

/** Where Ollama's own installers put it, whatever PATH says. */
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/Applications/Ollama.app', join(homedir(), 'Applications', 'Ollama.app'), '/opt/homebrew/bin/ollama'],
  linux: ['/usr/local/bin/ollama', '/usr/bin/ollama', '/snap/bin/ollama', join(homedir(), '.local', 'bin', 'ollama')],
  win32: [join(process.env.LOCALAPPDATA ?? homedir(), 'Programs', 'Ollama', 'ollama.exe')],
}

/** Whether Ollama is installed, running or not. */
export async function isOllamaInstalled(
  searchPath: string[],
  places: readonly string[] = PLACES[process.platform] ?? [],
): Promise<boolean> {
  if ((await findBinary('ollama', searchPath)).ok) return true
  const there = await Promise.all(places.map((place) => access(place).then(yes, no)))
  return there.includes(true)
}

const yes = () => true
const no = () => false
