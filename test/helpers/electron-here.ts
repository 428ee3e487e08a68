import { join } from 'node:path'
import { root } from './root.ts'

/** The Electron that `npm test` and `npm run bench` name; `command` is the one of them to tell of. */
export function findElectron(command: string): string {
  const executable = process.env.SKILLET_ELECTRON
  if (!executable) throw new Error(`SKILLET_ELECTRON names no Electron; run this by ${command}`)
  return executable
}

/**
 * The driver's own file that holds the app back until it is attached. It leaves it out where it is given a program, and
 * then about one start in fifty ends in a race: it attaches in the middle of the first navigation and waits for ever.
 */
export const HOLD_BACK = join(root, 'node_modules', 'playwright-core', 'lib', 'server', 'electron', 'loader.js')
