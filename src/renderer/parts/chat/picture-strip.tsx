import { IconButton } from '#renderer/parts/ui/button.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import type { Picture } from '#shared/chat/picture'
import { say } from '#shared/messages/say'

export interface ShownPicture {
  picture: Picture
  /** Null while it loads; `lost` if the record no longer has it. */
  url: string | null | 'lost'
}

interface PictureStripProps {
  label: string
  pictures: readonly ShownPicture[]
  onOpen: (picture: Picture) => void
  onRemove?: (sha256: string) => void
}

/** Pictures in a row, with name and size; a click enlarges one. */
export function PictureStrip({ label, pictures, onOpen, onRemove }: PictureStripProps) {
  return (
    <ul className="pictures start row gap-3 wrap" aria-label={label}>
      {pictures.map(({ picture, url }) => (
        <li key={picture.sha256} className="picture stack gap-1">
          {url === 'lost' ? (
            <p className="picture-lost soft small">{say('{name} is no longer available.', { name: picture.name })}</p>
          ) : (
            <button
              type="button"
              className="picture-button box"
              aria-label={say('Enlarge {name}', { name: picture.name })}
              disabled={url === null}
              onClick={() => onOpen(picture)}
            >
              {url === null ? (
                <span className="picture-room" style={{ aspectRatio: `${picture.width} / ${picture.height}` }} />
              ) : (
                <img src={url} alt={picture.name} />
              )}
            </button>
          )}
          {url !== 'lost' && (
            <span className="picture-name gap-2 quiet tiny row">
              <bdi className="truncate" title={picture.name}>
                {picture.name}
              </bdi>{' '}
              <small className="still digits">{formatBytes(picture.bytes)}</small>
            </span>
          )}
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
