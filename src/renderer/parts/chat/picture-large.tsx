import { IconButton } from '#renderer/parts/ui/button.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import type { Picture } from '#shared/chat/picture'
import { say } from '#shared/messages/say'

/** Covers everything else until it is closed. */
export function PictureLarge({ picture, url, onClose }: { picture: Picture; url: string | null; onClose: () => void }) {
  const { name, type, width, height, bytes } = picture
  const kind = type.slice('image/'.length).toUpperCase()
  return (
    <Overlay label={name} onClose={onClose}>
      <header className="overlay-header picture-header row apart still ruled pad">
        <span className="row wrap">
          <bdi className="picture-title">{name}</bdi>
          <small className="figure">{`${kind} · ${formatCount(width)} × ${formatCount(height)} · ${formatBytes(bytes)}`}</small>
        </span>
        <IconButton icon="close" label={say('Close')} onClick={onClose} />
      </header>
      <div className="picture-large grow">{url !== null && <img className="picture-whole" src={url} alt={name} />}</div>
    </Overlay>
  )
}
