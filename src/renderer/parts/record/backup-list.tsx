import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf, formatBytes, formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { say } from '#shared/messages/say'
import type { BackupRow } from '#shared/requests/requests'

interface BackupListProps {
  backups: readonly BackupRow[]
  isMaking: boolean
  onMake: () => void
  onRestore: (backup: string) => void
}

/** Backups, newest first. */
export function BackupList({ backups, isMaking, onMake, onRestore }: BackupListProps) {
  return (
    <>
      <div>
        <Button disabled={isMaking} onClick={onMake}>
          {say(isMaking ? 'Backing up…' : 'Back up now')}
        </Button>
      </div>
      {backups.length === 0 ? (
        <p className="quiet">{say('No backups yet. The first is made shortly after Skillet starts.')}</p>
      ) : (
        <ul className="rules">
          {backups.map(({ backup, at, bytes, facts }) => {
            const time = `${formatDay(at)}, ${formatTime(at)}`
            return (
              <li className="row gap-4 apart" key={backup}>
                <div>
                  <p>{time}</p>
                  <p className="quiet">
                    {countOf(facts, 'entry', 'entries')} · {formatBytes(bytes)}
                  </p>
                </div>
                <Button aria-label={say('Restore the backup from {time}', { time })} onClick={() => onRestore(backup)}>
                  {say('Restore…')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
