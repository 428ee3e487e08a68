import { useId } from 'react'
import { formatCount, localeOf } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import type { ContextFitted } from '#shared/facts'
import { say, sayMessage, type Text } from '#shared/messages/say'

type Source = keyof ContextFitted['bySource'] | 'free'

/** Its name, and how much ink its part of the bar has. */
const SOURCES: Record<Source, { name: Text; ink: string }> = {
  system: { name: 'System', ink: '100%' },
  tools: { name: 'Tools', ink: '80%' },
  skills: { name: 'Skills', ink: '62%' },
  history: { name: 'Conversation', ink: '46%' },
  toolOutput: { name: 'Command output', ink: '30%' },
  free: { name: 'Free', ink: '10%' },
}

export function ContextMeter() {
  const context = useApp((app) => app.chat?.context)
  const id = useId()
  if (!context) return null
  const parts = partsOf(context)
  const used = parts.reduce((sum, { source, tokens }) => (source === 'free' ? sum : sum + tokens), 0)
  return (
    <div className="meter end">
      <button
        type="button"
        className="chip row gap-2"
        popoverTarget={id}
        aria-haspopup="dialog"
        title={say('Context usage')}
      >
        <span className="meter-bar" aria-hidden="true">
          {parts.map(({ source, tokens }) => (
            <span key={source} data-ink={SOURCES[source].ink} style={{ flexGrow: tokens }} />
          ))}
        </span>
        <span className="figure">
          <span className="sr-only">{`${say('Context:')} `}</span>
          {say('{used} of {whole}', { used: shortCount(used), whole: shortCount(context.numCtx) })}
        </span>
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={say('Context usage')} className="popover meter-panel">
        <div className="stack gap-2 small pad">
          <p className="label">{say('Context used by the last request')}</p>
          <ContextParts context={context} />
        </div>
      </div>
    </div>
  )
}

export function ContextParts({ context }: { context: ContextFitted }) {
  return (
    <div className="stack gap-2 small">
      <dl className="stack gap-1 digits">
        {partsOf(context).map(({ source, tokens }) => (
          <div className="row apart" key={source}>
            <dt>
              <span className="meter-key" data-ink={SOURCES[source].ink} aria-hidden="true" />
              {say(SOURCES[source].name)}
            </dt>
            <dd>{formatCount(tokens)}</dd>
          </div>
        ))}
      </dl>
      {context.withheld && context.withheld.length > 0 && (
        <>
          <p className="label">{say('Left out to save space')}</p>
          <ul className="quiet">
            {context.withheld.map((what) => (
              <li key={sayMessage(what)}>{sayMessage(what)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

export function partsOf({ numCtx, bySource }: ContextFitted): { source: Source; tokens: number }[] {
  const { system, tools, skills, history, toolOutput } = bySource
  const used = system + tools + skills + history + toolOutput
  const all = { system, tools, skills, history, toolOutput, free: Math.max(0, numCtx - used) }
  return (Object.keys(SOURCES) as Source[]).map((source) => ({ source, tokens: all[source] }))
}

/** `640`, `3.5k`, `16k` */
export function shortCount(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  const thousands = tokens / 1024
  return `${thousands < 10 ? thousands.toLocaleString(localeOf(), { maximumFractionDigits: 1 }) : Math.round(thousands)}k`
}
