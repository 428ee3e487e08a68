import { takes } from '#shared/schema'

/** Names only what the list of backups has. */
const backup = { type: 'string', maxLength: 64, pattern: '^skillet-[0-9TZ-]+\\.db$' } as const

export const backupInputs = {
  'backup.list': takes({}),
  'backup.make': takes({}),
  'backup.restore': takes({ backup }),
}

export interface BackupOutputs {
  /** Newest first. */
  'backup.list': { backups: BackupRow[] }
  'backup.make': { backup: BackupRow }
  /** False when the person said no in the dialog of the system; else Skillet ends and starts again. */
  'backup.restore': { restoring: boolean }
}

export interface BackupRow {
  backup: string
  at: string
  bytes: number
  facts: number
}
