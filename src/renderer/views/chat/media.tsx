import { useEffect, useState } from 'react'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { draftIn } from '#renderer/store/drafts.ts'
import { modelUsed } from '#renderer/store/models.ts'
import type { Picture, Sound } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { toVisibleLines } from '#shared/visible'

export function CallMedia({ call: { run, tool } }: { call: ChatCall }) {
  const { pictures = [], sounds = [] } = run?.finished ?? {}
  return (
    <>
      {pictures.length > 0 && <Pictures label={say('Pictures from {tool}', { tool })} pictures={pictures} />}
      {sounds.length > 0 && (
        <ul className="stack gap-2" aria-label={say('Sounds from {tool}', { tool })}>
          {sounds.map((sound) => (
            <SoundEntry key={sound.sha256} sound={sound} />
          ))}
        </ul>
      )}
    </>
  )
}

interface PicturesProps {
  label: string
  pictures: readonly Picture[]
  onRemove?: (sha256: string) => void
}

export function Pictures({ label, pictures, onRemove }: PicturesProps) {
  return (
    <ul className="pictures start row gap-3 wrap" aria-label={label}>
      {pictures.map((picture) => (
        <li key={picture.sha256} className="picture stack gap-1">
          <PictureEntry picture={picture} />
          {onRemove && (
            <IconButton
              icon="close"
              className="picture-remove"
              label={say('Remove {name}', { name: picture.name })}
              onClick={() => onRemove(picture.sha256)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function PictureEntry({ picture }: { picture: Picture }) {
  const { sha256, name, bytes, width, height } = picture
  const thumbnail = useApp((app) => app.thumbnails.get(sha256))
  useEffect(() => void useApp.getState().readThumbnail(picture), [picture])
  if (thumbnail?.state === 'lost') {
    return <p className="picture-lost soft small">{say('{name} is no longer available.', { name })}</p>
  }
  return (
    <>
      <button
        type="button"
        className="picture-button box"
        aria-label={say('Enlarge {name}', { name })}
        disabled={thumbnail?.state !== 'here'}
        onClick={() => void useApp.getState().enlarge(picture)}
      >
        {thumbnail?.state === 'here' ? (
          <img src={thumbnail.url} alt={name} />
        ) : (
          <span className="picture-room" style={{ aspectRatio: `${width} / ${height}` }} />
        )}
      </button>
      <span className="picture-name gap-2 quiet tiny row">
        <bdi className="truncate" title={name}>
          {name}
        </bdi>{' '}
        <small className="still digits tiny">{formatBytes(bytes)}</small>
      </span>
    </>
  )
}

/** Covers everything else until it is closed. */
export function EnlargedPicture() {
  const enlarged = useApp((app) => app.enlarged)
  if (!enlarged) return null
  const { name, type, width, height, bytes } = enlarged.picture
  const close = () => void useApp.getState().enlarge(null)
  const kind = type.slice('image/'.length).toUpperCase()
  return (
    <Overlay
      label={name}
      heading={
        <span className="row wrap grow baseline gap-x-3">
          <bdi>{name}</bdi>
          <small className="figure">{`${kind} · ${formatCount(width)} × ${formatCount(height)} · ${formatBytes(bytes)}`}</small>
        </span>
      }
      onClose={close}
    >
      <div className="picture-large grow">
        {enlarged.url !== null && <img className="picture-whole" src={enlarged.url} alt={name} />}
      </div>
    </Overlay>
  )
}

/** A sound with name and size. Its bytes are loaded when a person plays it. */
function SoundEntry({ sound: { sha256, name, bytes } }: { sound: Sound }) {
  const [url, setUrl] = useState<string | null | 'lost'>(null)
  if (url === 'lost') return <li className="soft small">{say('{name} is no longer available.', { name })}</li>
  return (
    <li className="row gap-3 wrap">
      {url === null ? (
        <Button
          text="Play"
          look="quiet"
          aria-label={say('Play {name}', { name })}
          onClick={async () => setUrl((await useApp.getState().readMedia(sha256)) ?? 'lost')}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a server sends no captions.
        <audio src={url} aria-label={name} controls autoPlay controlsList="nodownload" />
      )}
      <span className="quiet tiny truncate">
        <bdi>{name}</bdi> <small className="digits">{formatBytes(bytes)}</small>
      </span>
    </li>
  )
}

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
