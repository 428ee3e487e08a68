import { countLines, countOf, formatBytes } from '#renderer/parts/ui/figures.ts'
import { Warning } from '#renderer/parts/ui/warning.tsx'
import { wordsOf } from '#shared/call/describe-action'
import type { Origin, Plan } from '#shared/call/plan'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { isDeceptive, toVisible, toVisibleLines } from '#shared/visible'
import { byteLength } from './command-text.tsx'

const TAGS: Record<Origin, Text> = { skill: 'skill', model: 'model', resolver: 'resolver' }

interface ArgvRowsProps {
  plan: Pick<Plan, 'action' | 'notes' | 'resolvers'>
  /** The person, not a model, filled in the arguments. */
  isOwn?: boolean | undefined
}

export function ArgvRows({ plan, isOwn = false }: ArgvRowsProps) {
  return (
    <ol className="argv stack small" start={0}>
      {wordsOf(plan.action).map(({ text: value, origin }, element) => {
        const lines = countLines(value)
        const text = value.includes('\n') ? toVisibleLines(value) : toVisible(value).text
        const hidden = isDeceptive(value)
        const notes = plan.notes.filter((note) => note.element === element)
        const bytes = byteLength(value)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element of argv is its place
          <li className="stack" key={element}>
            <span className="mono quiet tiny">{element}</span>
            <code className="plain" dir="ltr">
              {value === '' ? say('(empty)') : text}
            </code>
            <span className="right gap-1 wrap row">
              {hidden && <Warning>{say('hidden characters')}</Warning>}
              {lines > 1 && <span className="tag">{countOf(lines, 'line', 'lines')}</span>}
              {bytes > 200 && <span className="tag">{formatBytes(bytes)}</span>}
              <span className="tag" data-origin={isOwn && origin === 'model' ? 'person' : origin}>
                {isOwn && origin === 'model' ? say('you') : tagOf(plan, origin, value)}
              </span>
            </span>
            {notes.map((note) => (
              <span className="argv-note care" key={JSON.stringify(note.text)}>
                {sayMessage(note.text)}
              </span>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

function tagOf(plan: Pick<Plan, 'resolvers'>, origin: Origin, value: string): string {
  const step = origin === 'resolver' && plan.resolvers.find((resolver) => resolver.value === value)
  return step ? say('resolver for {param}', { param: step.param }) : say(TAGS[origin])
}

/** `4 from the skill, 1 from the model`, in pieces so that the model's part can be marked. */
export function countOrigins({ action }: Pick<Plan, 'action'>, isOwn = false): { origin: Origin; text: string }[] {
  const counts = new Map<Origin, number>()
  const words = wordsOf(action)
  for (const { origin } of words) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  const texts: Record<Origin, Text> = {
    skill: '{count} from the skill',
    model: isOwn ? '{count} from you' : '{count} from the model',
    resolver: '{count} from a resolver',
  }
  if (counts.get('skill') === words.length) return [{ origin: 'skill', text: say('Fixed by the skill') }]
  return (['skill', 'model', 'resolver'] as const)
    .map((origin) => ({ origin, count: counts.get(origin) ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ origin, count }) => ({ origin, text: say(texts[origin], { count }) }))
}
