import { Button } from '#renderer/parts/ui/button.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { say } from '#shared/messages/say'

interface SkillRemovalProps {
  skill: string
  onRemove: () => void
  onClose: () => void
}

export function SkillRemoval({ skill, onRemove, onClose }: SkillRemovalProps) {
  return (
    <Overlay label={say('Remove {skill}?', { skill })} onClose={onClose}>
      <div className="overlay-header row apart still ruled pad">
        <h2>{say('Remove {skill}?', { skill })}</h2>
      </div>
      <div className="overlay-body stack gap-4">
        <p>{say('Its tools are removed from all chats, and its rules are deleted.')}</p>
        <p className="quiet">{say('Its folder is moved to Skillet’s data folder. Nothing is deleted.')}</p>
        <footer className="row wrap">
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button look="strong" onClick={onRemove}>
            {say('Remove')}
          </Button>
        </footer>
      </div>
    </Overlay>
  )
}
