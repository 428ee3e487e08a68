import { useEffect } from 'react'
import { BackupList } from '#renderer/parts/backup-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/say'

interface BackupsSettingProps {
  name: Text
  says: Text
}

export function BackupsSetting({ name, says }: BackupsSettingProps) {
  const backups = useApp((app) => app.backups)
  const isMaking = useApp((app) => app.isBackingUp)
  const { listBackups, makeBackup, restoreBackup } = useApp.getState()
  useEffect(() => void listBackups(), [listBackups])
  return (
    <section className="setting setting-wide" aria-label={say(name)}>
      <div>
        <h2>{say(name)}</h2>
        <p className="quiet">{say(says)}</p>
      </div>
      {backups && (
        <BackupList
          backups={backups}
          isMaking={isMaking}
          onMake={() => void makeBackup()}
          onRestore={(backup) => void restoreBackup(backup)}
        />
      )}
    </section>
  )
}
