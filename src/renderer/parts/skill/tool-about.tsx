import { FactsList, Warning } from '#renderer/parts/ui/layout.tsx'
import type { TemplatePiece } from '#shared/call/argv-template'
import { say, type Text } from '#shared/messages/say'
import { type Cost, estimateCost, type Signature } from '#shared/skill/about'
import type { Tool } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'

const STATES: Record<Signature['state'], Text> = {
  valid: 'Signed',
  signed: 'Signed by an untrusted key',
  'untrusted-key': 'Signed by an untrusted key',
  modified: 'Changed after it was signed',
  unsigned: 'Not signed',
  malformed: 'Signature not readable',
}

export function SignatureTag({ signature }: { signature: Signature }) {
  const { state } = signature
  return (
    <span className="tag small" data-look={state === 'valid' ? 'found' : 'warning'}>
      {say(STATES[state])}
      {'fingerprint' in signature && ` ${signature.fingerprint}`}
    </span>
  )
}

export function ToolAboutView({ about, retry }: Pick<Tool, 'about' | 'retry'>) {
  if (!about) return null
  const shown = (text: string | undefined) => (text === undefined ? null : toVisible(text).text)
  const pair = (name: Text, text: string | null) => text !== null && { name: say(name), value: text }
  return (
    <details className="small">
      <summary>
        {say('About this tool')}
        {about.isDeprecated && <Warning>{say('deprecated')}</Warning>}
        {about.isExperimental && <Warning>{say('experimental')}</Warning>}
      </summary>
      <FactsList
        pairs={[
          pair('Path', shown(about.path)),
          pair('Version', shown(about.version)),
          pair('Runs by', shown(about.chain.slice(1).join(' → '))),
          pair('Needs', shown(about.requires?.join(', '))),
          pair('Tags', shown(about.tags?.join(', '))),
          pair('Author', shown(about.author)),
          pair('Maintainer', shown(about.maintainer)),
          pair('Stability', shown(about.stability)),
          pair('Documentation', shown(about.url)),
          pair('Estimated cost', about.cost ? showCost(about.cost) : null),
          pair('Attempts', retry ? String(retry.attempts) : null),
        ]}
      />
    </details>
  )
}

/** The cost of a call of this length; otherwise the author's estimate. */
export const showCost = (cost: Cost, ms?: number): string =>
  `${Number(estimateCost(cost, ms).toFixed(4))} ${toVisible(cost.currency).text}`

type Piece = Pick<TemplatePiece, 'text' | 'isValue'> & Partial<TemplatePiece>

/** Values have the model's colour; brackets are needed only where there are no colours. */
export function Template({ pieces, isAnyCode = false }: { pieces: readonly Piece[]; isAnyCode?: boolean }) {
  return (
    <code className="template" dir="ltr">
      {pieces.map(({ text, isValue, opens, closes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        <span key={at}>
          {opens && <span className="quiet">[</span>}
          <span data-origin={isValue ? 'model' : 'skill'}>
            {toVisible(isValue ? text.replace(/^<(.*)>$/, '$1') : text).text}
          </span>
          {closes && <span className="quiet">]</span>}
        </span>
      ))}
      {isAnyCode && <Warning>{say('runs any code')}</Warning>}
    </code>
  )
}
