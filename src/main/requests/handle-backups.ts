import { listBackups, makeBackup, prepareRestore } from '#main/data-folder/backups'
import type { WindowPorts } from '#main/electron/app'
import { isLedgerError } from '#main/ledger/problems'
import type { Core } from '#main/open-core'
import { withRemedy } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { BackupRow } from '#shared/requests/requests'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { on } from './request.ts'

/** Matches only names in the list of backups. */
const backup = { type: 'string', maxLength: 64, pattern: '^skillet-[0-9TZ-]+\\.db$' } as const

export function handleBackups({ home }: Pick<Core, 'home'>, window: Pick<WindowPorts, 'confirm' | 'relaunch'>) {
  let making: Promise<BackupRow> | null = null
  return {
    /** Newest first. */
    'backup.list': on(takes({}), async () => reply({ backups: listBackups(home) })),

    'backup.make': on(takes({}), () => {
      making ??= makeBackup(home).finally(() => {
        making = null
      })
      const made = making
      return orRefuse(async () => ({ backup: await made }))
    }),

    /** False if the person declined in the system dialog; otherwise Skillet restarts. */
    'backup.restore': on(takes({ backup }), async ({ backup }) => {
      const row = listBackups(home).find((each) => each.backup === backup)
      if (!row) return refuse('BACKUP_UNKNOWN', message('backup-gone', { backup }))
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
