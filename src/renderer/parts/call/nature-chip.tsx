import { Icon, type IconName } from '#renderer/parts/ui/icon.tsx'
import type { Nature } from '#shared/call/nature'
import type { RiskClass } from '#shared/call/plan'
import { say, type Text } from '#shared/messages/say'
import type { HeadingPiece } from '#shared/skill/tool-words'

const NATURES: Record<Nature, { words: Text; icon: IconName }> = {
  own: { words: 'Built in', icon: 'vision' },
  turn: { words: 'Asks the model', icon: 'think' },
  reads: { words: 'Reads only', icon: 'vision' },
  changes: { words: 'Changes files', icon: 'edit' },
  online: { words: 'Uses the internet', icon: 'globe' },
  unknown: { words: 'Unknown effects', icon: 'unknown' },
  code: { words: 'Runs code', icon: 'code' },
  gone: { words: 'Cannot be undone', icon: 'warning' },
  blocked: { words: 'Blocked', icon: 'close' },
}

export const natureWords = (nature: Nature): string => say(NATURES[nature].words)

/** The one chip that sums up a call. `risk`: the class it was judged as. */
export function NatureChip({ nature, risk }: { nature: Nature; risk?: RiskClass }) {
  return (
    <span className="nature still" data-nature={nature} data-class={risk}>
      <Icon name={NATURES[nature].icon} size={14} />
      <span className="sr-only">{say('Risk')}: </span>
      {natureWords(nature)}
    </span>
  )
}

/** The tool's own words, with the model's values marked. */
export function HeadingText({ pieces }: { pieces: readonly HeadingPiece[] }) {
  return pieces.map(({ text, origin }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    <span key={at} className={origin === 'model' ? 'from-model' : undefined}>
      {text}
    </span>
  ))
}
