import { listBackups, makeBackup, prepareRestore } from '#main/data-folder/backups'
import { checkTarget } from '#main/data-folder/check-target'
import type { FoundPlace } from '#main/data-folder/home'
import { moveData } from '#main/data-folder/move-data'
import { findKept } from '#main/data-folder/recover-move'
import type { WindowPorts } from '#main/electron/window-ports'
import { isLedgerError } from '#main/ledger/problems'
import type { Core } from '#main/open-core'
import { withRemedy } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { type BackupRow, type Reply, refuse, reply } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'
import { on, showFolder } from './request.ts'

type Ports = Pick<WindowPorts, 'chooseFolder' | 'confirm' | 'explain' | 'openFolder' | 'relaunch' | 'tell'>

const TELL_EVERY_MS = 100

/** Where the data is, and moving it: only while nothing runs and after confirmation outside the page. */
export function handlePlace(core: Core, window: Ports, place: FoundPlace) {
  let moving: AbortController | null = null

  async function move(to: string, signal: AbortSignal): Promise<void> {
    const tell = makeTeller(window.tell)
    try {
      await core.close()
      const moved = await moveData({ from: place.home, to, pointerFile: place.pointerFile }, { told: tell, signal })
      if (!moved.ok && !moved.isCanceled) await explain(window, withRemedy(moved))
    } catch (error) {
      console.error(error)
      await explain(window, error instanceof Error ? error.message : String(error))
    }
    window.relaunch()
  }

  return {
    'place.read': on({}, async () => {
      const { home, isNamed, pointer } = place
      // Kept: the old folder after a move, under its new name, until somebody deletes it.
      return reply({ home, isNamed, kept: findKept(pointer, home) })
    }),

    /** False if the person chose nothing or declined; otherwise "moving" ticks report progress and Skillet restarts. */
    'place.move': on({}, async () => {
      if (place.isNamed) return refuse('DATA_NOT_MOVED', NAMED)
      if (moving || core.isBusy()) return refuse('DATA_NOT_MOVED', BUSY)
      const chosen = await window.chooseFolder(say('Move the data'))
      if (chosen === null) return reply({ moving: false })
      const skillFolders = core
        .registry()
        .skills.flatMap(({ dir, sourceDir }) => [dir, ...(sourceDir ? [sourceDir] : [])])
      const { read: roots } = core.machine.forCall().given
      const target = await checkTarget(chosen, { home: place.home, skillFolders, roots })
      if (!target.ok) return refuse('DATA_NOT_MOVED', target.message)
      if (!(await confirmMove(place.home, target.folder, window))) return reply({ moving: false })
      if (moving || core.isBusy()) return refuse('DATA_NOT_MOVED', BUSY)
      moving = new AbortController()
      void move(target.folder, moving.signal)
      return reply({ moving: true })
    }),

    'place.stopMove': on({}, async () => {
      moving?.abort()
      return reply({ stopping: moving !== null })
    }),

    'place.showKept': on({}, async () => {
      const kept = findKept(place.pointer, place.home)
      if (kept === null) return refuse('NOT_OPEN', 'old-data-folder-gone')
      return showFolder(window, kept)
    }),
  }
}

const NAMED = message('data-folder-fixed')
const BUSY = message('busy-so-not-moved')

function confirmMove(from: string, to: string, window: Pick<Ports, 'confirm'>): Promise<boolean> {
  return window.confirm({
    title: say('Move the data'),
    message: say('Move everything to {folder}?', { folder: toVisible(to).text }),
    detail: say(
      'Chats, the record, skills and backups are copied there and verified; then Skillet restarts. {folder} is renamed and kept until you delete it.',
      { folder: toVisible(from).text },
    ),
    action: say('Move and restart'),
  })
}

const explain = (window: Pick<Ports, 'explain'>, problem: Message | string): Promise<void> =>
  window.explain({
    message: say('The data stays where it was.'),
    detail: sayMessage(problem),
    action: say('Restart'),
  })

/** Reports every new phase, and progress now and then. */
function makeTeller(tell: Ports['tell']): Parameters<typeof moveData>[1]['told'] {
  let [phase, last] = ['', 0]
  return (progress) => {
    if (progress.phase === phase && performance.now() - last < TELL_EVERY_MS) return
    phase = progress.phase
    last = performance.now()
    tell({ tick: 'moving', chat: null, ...progress })
  }
}

/** Matches only names in the list of backups. */
const backup = { type: 'string', maxLength: 64, pattern: '^skillet-[0-9TZ-]+\\.db$' } as const

export function handleBackups({ home }: Pick<Core, 'home'>, window: Pick<WindowPorts, 'confirm' | 'relaunch'>) {
  let making: Promise<BackupRow> | null = null
  return {
    /** Newest first. */
    'backup.list': on({}, async () => reply({ backups: listBackups(home) })),

    'backup.make': on({}, () => {
      making ??= makeBackup(home).finally(() => {
        making = null
      })
      const made = making
      return orRefuse(async () => ({ backup: await made }))
    }),

    /** False if the person declined in the system dialog; otherwise Skillet restarts. */
    'backup.restore': on({ backup }, async ({ backup }) => {
      const row = listBackups(home).find((each) => each.backup === backup)
      if (!row) return refuse('BACKUP_UNKNOWN', 'backup-gone', { backup })
      if (!(await confirmRestore(row, window))) return reply({ restoring: false })
      return orRefuse(async () => {
        await prepareRestore(home, row)
        window.relaunch()
        return { restoring: true }
      })
    }),
  }
}

function confirmRestore({ at, facts }: BackupRow, window: Pick<WindowPorts, 'confirm'>): Promise<boolean> {
  return window.confirm({
    title: say('Restore a backup'),
    message: say('Restore the backup from {time}?', { time: `${at.slice(0, 16).replace('T', ' ')} UTC` }),
    detail: say(
      'It contains {count} entries. Chats, commands, settings, rules and decisions about skills go back to that time: rules you revoked since then apply again. Your current data is kept under another name. Skillet stops running commands and restarts.',
      { count: facts },
    ),
    action: say('Restore and restart'),
  })
}

async function orRefuse<T>(act: () => Promise<T>): Promise<Reply<T>> {
  try {
    return reply(await act())
  } catch (error) {
    if (isLedgerError(error)) return refuse('BACKUP_FAILED', withRemedy(error.problem))
    throw error
  }
}
