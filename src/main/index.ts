import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type FoundPlace, locateHome } from '#main/data-folder/home'
import { startApp } from '#main/electron/app'
import { askAboutPlace } from '#main/electron/missing-place'

// The model needs the memory more: otherwise V8's space for new values grows to 16 MB while the core opens, and stays,
// and code that runs a few times is compiled as well.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--no-sparkplug')

const builtFolder = dirname(fileURLToPath(import.meta.url))
const locate = () => locateHome(readArguments('--home').at(-1), process.env)
const place = locate()
if (place.ok) start(place)
else await ask()

function start(found: FoundPlace): void {
  const skills = [
    { path: join(builtFolder, '..', '..', 'skills'), origin: 'bundled' } as const,
    ...readArguments('--skills').map((path) => ({ path, origin: 'named' }) as const),
  ]
  startApp(found.home, builtFolder, async (window) => {
    // Most of the program is loaded once the page is there; the compiled code is cached for later starts.
    enableCompileCache(join(found.home, 'window', 'compiled'))
    const { openProgram } = await import('#main/electron/open-program')
    return openProgram(found, skills, window)
  })
}

/** Before the app is ready; loads only what asking needs. */
async function ask(): Promise<void> {
  const { describeMissing, useInstead } = await import('#main/data-folder/recover-move')
  const findMissing = () => {
    const missing = locate()
    return missing.ok ? null : describeMissing(missing)
  }
  askAboutPlace(findMissing, useInstead)
}

function readArguments(name: string): string[] {
  return process.argv.flatMap((argument) => (argument.startsWith(`${name}=`) ? [argument.slice(name.length + 1)] : []))
}
