import type { BackupRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export interface BackupsState {
  backups: readonly BackupRow[] | null
  isBackingUp: boolean
}

export interface BackupsActions {
  listBackups(): Promise<void>
  makeBackup(): Promise<void>
  /** Main asks the person; if they agree, Skillet restarts. */
  restoreBackup(backup: string): Promise<void>
}

export const noBackups: BackupsState = { backups: null, isBackingUp: false }

export function makeBackupActions({ get, set, ask, ports }: Context): BackupsActions {
  return {
    async listBackups() {
      const reply = await ports.call('backup.list', {})
      if (reply.ok) set({ backups: reply.value.backups })
    },
    async makeBackup() {
      if (get().isBackingUp) return
      set({ isBackingUp: true })
      await ask('backup.make', {})
      set({ isBackingUp: false })
      await get().listBackups()
    },
    async restoreBackup(backup) {
      await ask('backup.restore', { backup })
    },
  }
}
