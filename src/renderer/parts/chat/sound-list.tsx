import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatBytes } from '#renderer/parts/ui/figures.ts'
import type { Sound } from '#shared/chat/picture'
import { say } from '#shared/messages/say'

interface SoundListProps {
  label: string
  sounds: readonly Sound[]
  /** The sound as an address; null if the record no longer has it. */
  onRead: (sha256: string) => Promise<string | null>
}

/** Sounds with name and size. Their bytes are loaded when a person plays one. */
export function SoundList({ label, sounds, onRead }: SoundListProps) {
  return (
    <ul className="stack gap-2" aria-label={label}>
      {sounds.map((sound) => (
        <SoundEntry key={sound.sha256} sound={sound} onRead={onRead} />
      ))}
    </ul>
  )
}

function SoundEntry({ sound: { sha256, name, bytes }, onRead }: Pick<SoundListProps, 'onRead'> & { sound: Sound }) {
  const [url, setUrl] = useState<string | null | 'lost'>(null)
  if (url === 'lost') return <li className="soft small">{say('{name} is no longer available.', { name })}</li>
  return (
    <li className="row gap-3 wrap">
      {url === null ? (
        <Button
          look="quiet"
          aria-label={say('Play {name}', { name })}
          onClick={async () => setUrl((await onRead(sha256)) ?? 'lost')}
        >
          {say('Play')}
        </Button>
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
