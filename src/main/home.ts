import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where Skillet keeps its data: what the person says, else the platform's own place for it. */
export function findHome(said: string | undefined, env: NodeJS.ProcessEnv, platform = process.platform): string {
  const named = said ?? env.SKILLET_HOME
  if (named) return resolve(named)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Skillet')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Skillet')
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Skillet')
}
