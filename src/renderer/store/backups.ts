import type { BackupRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export interface BackupsState {
  backups: readonly BackupRow[] | null
  isBackingUp: boolean
}

export const noBackups: BackupsState = { backups: null, isBackingUp: false }

export function makeBackupActions({ get, set, ask, ports }: Context) {
  return {
    async listBackups(): Promise<void> {
      const reply = await ports.call('backup.list', {})
      if (reply.ok) set({ backups: reply.value.backups })
    },
    async makeBackup(): Promise<void> {
      if (get().isBackingUp) return
      set({ isBackingUp: true })
      await ask('backup.make', {})
      set({ isBackingUp: false })
      await get().listBackups()
    },
  }
}
