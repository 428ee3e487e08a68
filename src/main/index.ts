import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBackups } from '#main/backups'
import { startApp } from '#main/electron/app'
import { makeHandlers } from '#main/handlers'
import { findHome } from '#main/home'
import { openCore } from '#main/open-core'

const builtFolder = dirname(fileURLToPath(import.meta.url))
const home = findHome(readArguments('--home').at(-1), process.env)

startApp(home, builtFolder, async (window, pageShown) => {
  const opened = await openCore({
    home,
    cwd: homedir(),
    readSkillsAfter: pageShown,
    watchSkills: true,
    skills: [
      { path: join(builtFolder, '..', '..', 'skills'), origin: 'bundled' },
      ...readArguments('--skills').map((path) => ({ path, origin: 'named' }) as const),
    ],
  })
  if (!opened.ok) return opened
  const { core } = opened
  process.on('uncaughtException', (error) => core.reportBug(error, 'main'))
  process.on('unhandledRejection', (error) => core.reportBug(error, 'main'))
  window.setTheme(core.settings().theme)
  const stopBackups = keepBackups(home, (error) => core.reportBug(error, 'backups'))
  return {
    ok: true,
    program: {
      handlers: makeHandlers(core, window),
      listen: core.listen,
      answerError: core.answerError,
      mayNotify: () => core.settings().notifications !== 'off',
      close: () => {
        stopBackups()
        return core.close()
      },
    },
  }
})

function readArguments(name: string): string[] {
  return process.argv.flatMap((argument) => (argument.startsWith(`${name}=`) ? [argument.slice(name.length + 1)] : []))
}
