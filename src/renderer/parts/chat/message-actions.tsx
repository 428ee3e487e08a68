import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'

interface MessageActionsProps {
  /** The position among its versions, from 1; null if there is only one. */
  version: { at: number; of: number } | null
  /** Hidden but present while nothing can be changed, so that nothing moves. */
  isIdle: boolean
  onEdit: () => void
  onVersion: (at: number) => void
}

/** Below a message of the person: edit it and switch between versions. */
export function MessageActions({ version, isIdle, onEdit, onVersion }: MessageActionsProps) {
  return (
    <div className="message-actions row gap-1 quiet tiny digits" data-idle={isIdle ? '' : undefined}>
      {version && (
        <>
          <IconButton
            icon="left"
            label={say('Previous version')}
            disabled={version.at === 1}
            onClick={() => onVersion(version.at - 1)}
          />
          <span className="message-version">{say('{done} of {whole}', { done: version.at, whole: version.of })}</span>
          <IconButton
            icon="right"
            label={say('Next version')}
            disabled={version.at === version.of}
            onClick={() => onVersion(version.at + 1)}
          />
        </>
      )}
      <Button look="quiet" onClick={onEdit}>
        {say('Edit')}
      </Button>
    </div>
  )
}
