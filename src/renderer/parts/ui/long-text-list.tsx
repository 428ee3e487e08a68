import { visibleLines } from '#renderer/parts/markdown/visible-lines.ts'
import { say } from '#shared/messages/say'
import { IconButton } from './button.tsx'
import { formatCount } from './figures.ts'
import { Icon } from './icon.tsx'

const SHOWN = 120

/** Pasted texts that are too long for the box; they are sent unchanged. */
export function LongTextList({ texts, onRemove }: { texts: readonly string[]; onRemove: (at: number) => void }) {
  if (texts.length === 0) return null
  return (
    <ul className="long-texts stack gap-1" aria-label={say('Long texts')}>
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and the same text may stand twice
        <li className="row gap-2 box soft" key={at}>
          <Icon name="text" size={14} />
          <span className="grow truncate small" dir="auto">
            {visibleLines(text.slice(0, SHOWN).replace(/\s+/g, ' ').trim())}
          </span>
          <small className="still quiet tiny digits">
            {say('{count} characters', { count: formatCount(text.length) })}
          </small>
          <IconButton icon="close" label={say('Remove this text')} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  )
}
