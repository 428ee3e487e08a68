import { useEffect } from 'react'
import { BackupList } from '#renderer/parts/record/backup-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { type Named, SettingSection } from './settings-fields.tsx'

export function BackupsSetting(named: Named) {
  const backups = useApp((app) => app.backups)
  const isMaking = useApp((app) => app.isBackingUp)
  const { listBackups, makeBackup, restoreBackup } = useApp.getState()
  useEffect(() => void listBackups(), [listBackups])
  return (
    <SettingSection {...named} isWide>
      {backups && <BackupList backups={backups} isMaking={isMaking} onMake={makeBackup} onRestore={restoreBackup} />}
    </SettingSection>
  )
}
