import { homedir } from 'node:os'
import { keepBackups } from '#main/data-folder/backups'
import { type FoundPlace, ownFoldersOf } from '#main/data-folder/home'
import { recoverMove } from '#main/data-folder/recover-move'
import { openCore } from '#main/open-core'
import { openPrograms } from '#main/programs/open-programs'
import { handleTerminal } from '#main/requests/handle-terminal'
import { makeRequests } from '#main/requests/requests'
import { describePlace, setFirstPolicy } from '#main/requests/start-notices'
import type { SkillSource } from '#main/trust/skill-registry'
import { makeRouter } from './ipc-router.ts'
import { hasTrayHost, NO_TRAY } from './tray-host.ts'
import type { WindowPorts } from './window-ports.ts'

export type Opened = Awaited<ReturnType<typeof openProgram>>
export type Program = Extract<Opened, { ok: true }>['program']

export async function openProgram(found: FoundPlace, skills: SkillSource[], window: WindowPorts) {
  const place = { ...found, pointer: await recoverMove(found) }
  const opened = await openCore({
    ...{ home: place.home, cwd: homedir(), ownFolders: ownFoldersOf(process.env), skills, watchSkills: true },
    ...{ keyring: window.keyring, isOnBattery: window.isOnBattery },
  })
  if (!opened.ok) return opened
  const { core } = opened
  process.on('uncaughtException', (error) => core.reportBug(error, 'main'))
  process.on('unhandledRejection', (error) => core.reportBug(error, 'main'))
  await setFirstPolicy(core)
  window.setTheme(core.settings().theme)
  core.notices.push(...describePlace(place))
  if (core.settings().tray === 'on' && !(await hasTrayHost())) core.notices.push(NO_TRAY)
  core.triggers.start().catch((error) => core.reportBug(error, 'triggers'))
  const programs = await openPrograms(core, process.env, window.describe().version, handleTerminal(core, window))
  const stopBackups = keepBackups(place.home, (error) => core.reportBug(error, 'backups'))
  return {
    ok: true as const,
    program: {
      answer: makeRouter(makeRequests(core, window, place), core.answerError),
      listen: core.listen,
      /** What the person chose of these. */
      chosen: (name: 'language' | 'tray') => core.settings()[name],
      /** If not, closing the window quits the app. */
      canShowTray: () => hasTrayHost(),
      mayNotify: () => core.settings().notifications !== 'off',
      /** The state of background tools; null if there are none. */
      background: () => {
        const { isPaused, tools } = core.triggers.list()
        const running = tools.filter(({ state }) => state === 'running').length
        return tools.some(({ state }) => state !== 'off') ? { running, isPaused } : null
      },
      pauseBackground: (isPaused: boolean) => {
        const value = isPaused ? 'paused' : 'on'
        core
          .publish({ type: 'setting.changed', chat: null, name: 'background', value })
          .catch((error) => core.reportBug(error, 'triggers'))
      },
      close: () => {
        stopBackups()
        programs.close()
        return core.close()
      },
    },
  }
}
