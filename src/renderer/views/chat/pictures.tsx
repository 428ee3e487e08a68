import { useEffect } from 'react'
import { PictureStrip, type ShownPicture } from '#renderer/parts/chat/picture-strip.tsx'
import { SoundList } from '#renderer/parts/chat/sound-list.tsx'
import { visibleLines } from '#renderer/parts/markdown/visible-lines.ts'
import { modelInUse } from '#renderer/parts/model/ollama-words.ts'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { MOST_IN_BOX } from '#renderer/store/long-texts.ts'
import type { Thumbnail } from '#renderer/store/pictures.ts'
import { NEW_CHAT } from '#renderer/store/state.ts'
import type { Picture } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

const NONE: readonly Picture[] = []

const enlarge = (picture: Picture | null) => void useApp.getState().enlarge(picture)

/** The pictures of a message, above or below its text. */
export function MessagePictures({ images }: { images: readonly Picture[] }) {
  return <PictureStrip label={say('Pictures of this message')} pictures={useShown(images)} onOpen={enlarge} />
}

const readMedia = (sha256: string) => useApp.getState().readMedia(sha256)

/** The pictures and sounds that a call returned. */
export function CallMedia({ call: { run, tool } }: { call: ChatCall }) {
  const { pictures = NONE, sounds = [] } = run?.finished ?? {}
  const shown = useShown(pictures)
  return (
    <>
      {shown.length > 0 && (
        <PictureStrip label={say('Pictures from {tool}', { tool })} pictures={shown} onOpen={enlarge} />
      )}
      {sounds.length > 0 && (
        <SoundList label={say('Sounds from {tool}', { tool })} sounds={sounds} onRead={readMedia} />
      )}
    </>
  )
}

/** What goes along with the message that is being written. */
export function AttachedPictures() {
  const pictures = useAttached()
  const longTexts = useLongTexts()
  const shown = useShown(pictures)
  if (pictures.length === 0 && longTexts.length === 0) return null
  const { removePicture } = useApp.getState()
  return (
    <div className="attached">
      {pictures.length > 0 && (
        <>
          <PictureStrip label={say('Attached pictures')} pictures={shown} onOpen={enlarge} onRemove={removePicture} />
          <Blindness />
        </>
      )}
      <LongTextList texts={longTexts} />
    </div>
  )
}

const NO_TEXTS: readonly string[] = []

export function useLongTexts(): readonly string[] {
  return useApp(({ rewriting, longTexts, open }) => rewriting?.longTexts ?? longTexts.get(open ?? NEW_CHAT) ?? NO_TEXTS)
}

export function takeLongText(text: string): boolean {
  if (text.length <= MOST_IN_BOX) return false
  useApp.getState().addLongText(text)
  return true
}

export function useAttached(): readonly Picture[] {
  return useApp(({ rewriting, attached, open }) => rewriting?.images ?? attached.get(open ?? NEW_CHAT) ?? NONE)
}

/** Warns before sending if the model takes no pictures. */
function Blindness() {
  const model = useApp(({ ollama, settings }) => {
    const name = modelInUse(ollama, settings.model)
    const known = ollama?.state === 'ready' ? ollama.models.find((one) => one.name === name)?.capabilities : undefined
    return known?.length && !known.includes('vision') ? name : null
  })
  if (model === null) return null
  return (
    <p className="attached-note pad-left-3 row gap-2 apart care small wash" role="status">
      <span>{say('{model} cannot see pictures. Choose a model with vision, or remove them.', { model })}</span>
      <Button look="quiet" onClick={() => useApp.getState().show('models')}>
        {say('Models')}
      </Button>
    </p>
  )
}

function useShown(images: readonly Picture[]): ShownPicture[] {
  const thumbnails = useApp((app) => app.thumbnails)
  useEffect(() => {
    for (const picture of images) void useApp.getState().readThumbnail(picture)
  }, [images])
  return images.map((picture) => ({ picture, url: addressOf(thumbnails.get(picture.sha256)) }))
}

const addressOf = (thumbnail: Thumbnail | undefined): ShownPicture['url'] =>
  thumbnail?.state === 'here' ? thumbnail.url : thumbnail?.state === 'lost' ? 'lost' : null

export function EnlargedPicture() {
  const enlarged = useApp((app) => app.enlarged)
  return enlarged && <PictureLarge {...enlarged} />
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

/** Covers everything else until it is closed. */
function PictureLarge({ picture, url }: { picture: Picture; url: string | null }) {
  const onClose = () => enlarge(null)
  const { name, type, width, height, bytes } = picture
  const kind = type.slice('image/'.length).toUpperCase()
  return (
    <Overlay label={name} onClose={onClose}>
      <header className="overlay-header row apart still ruled pad">
        <span className="row wrap grow baseline gap-x-3">
          <bdi className="picture-title">{name}</bdi>
          <small className="figure">{`${kind} · ${formatCount(width)} × ${formatCount(height)} · ${formatBytes(bytes)}`}</small>
        </span>
        <IconButton icon="close" label={say('Close')} onClick={onClose} />
      </header>
      <div className="picture-large grow">{url !== null && <img className="picture-whole" src={url} alt={name} />}</div>
    </Overlay>
  )
}

const SHOWN = 120

/** Pasted texts that are too long for the box; they are sent unchanged. */
function LongTextList({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className="long-texts stack gap-1" aria-label={say('Long texts')}>
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and the same text may stand twice
        <li className="row gap-2 box soft pad-left-2" key={at}>
          <Icon name="text" size={14} />
          <span className="grow truncate small" dir="auto">
            {visibleLines(text.slice(0, SHOWN).replace(/\s+/g, ' ').trim())}
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
