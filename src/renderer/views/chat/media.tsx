import { useEffect, useState } from 'react'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { Picture, Sound } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

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
