import { useEffect } from 'react'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { draftIn } from '#renderer/store/drafts.ts'
import { modelUsed } from '#renderer/store/models.ts'
import { say } from '#shared/messages/say'
import { toVisibleLines } from '#shared/visible'
import { Pictures } from './media.tsx'

export function Attached() {
  const { images, longTexts } = useApp(draftIn)
  if (images.length + longTexts.length === 0) return null
  return (
    <div className="attached">
      {images.length > 0 && (
        <>
          <Pictures label={say('Attached pictures')} pictures={images} onRemove={useApp.getState().removePicture} />
          <Blindness />
        </>
      )}
      {longTexts.length > 0 && <LongTexts texts={longTexts} />}
    </div>
  )
}

/** Warns before sending if the model takes no pictures. */
function Blindness() {
  const model = useApp(modelUsed)
  if (!model?.capabilities?.length || model.capabilities.includes('vision')) return null
  return (
    <p className="attached-note pad-left-3 row gap-2 apart care small wash" role="status">
      <span>
        {say('{model} cannot see pictures. Choose a model with vision, or remove them.', { model: model.name })}
      </span>
      <Button text="Models" look="quiet" onClick={() => useApp.getState().show('models')} />
    </p>
  )
}

const SHOWN = 120

/** Pasted texts that are too long for the box; they are sent unchanged. */
function LongTexts({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="long-texts stack gap-1" aria-label={say('Long texts')}>
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and the same text may be there twice
        <li className="row gap-2 box soft pad-left-2" key={at}>
          <Icon name="text" size={14} />
          <span className="grow truncate small" dir="auto">
            {toVisibleLines(text.slice(0, SHOWN).replace(/\s+/g, ' ').trim())}
          </span>
          <small className="still quiet tiny digits">
            {say('{count} characters', { count: formatCount(text.length) })}
          </small>
          <IconButton
            icon="close"
            label={say('Remove this text')}
            onClick={() => useApp.getState().removeLongText(at)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Attaches files dropped anywhere; folders and archives are for main. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const receive = (event: DragEvent) => {
      const items = [...(event.dataTransfer?.items ?? [])].filter((item) => !item.webkitGetAsEntry()?.isDirectory)
      const files = items.map((item) => item.getAsFile()).filter((file) => file !== null)
      if (event.isTrusted) void useApp.getState().attachDropped(files)
    }
    window.addEventListener('drop', receive)
    return () => window.removeEventListener('drop', receive)
  }, [])
}
