import type { Origin, Plan } from '#shared/plan'
import { isDeceptive, toVisible } from '#shared/visible'
import { byteLength } from './command-segments.ts'
import { countOf, formatBytes } from './figures.ts'
import { visibleLines } from './visible-lines.ts'

const TAGS: Record<Origin, string> = { skill: 'skill', model: 'model', resolver: 'resolver' }

interface ArgvRowsProps {
  plan: Pick<Plan, 'argv' | 'origin' | 'notes' | 'resolvers'>
  /** The person filled in what a model would have. */
  isOwn?: boolean | undefined
}

/** One element a row, each with where it comes from and what there is to say about it. */
export function ArgvRows({ plan, isOwn = false }: ArgvRowsProps) {
  return (
    <ol className="argv" start={0}>
      {plan.argv.map((value, element) => {
        const origin = plan.origin[element] ?? 'model'
        const lines = value.split('\n').length
        const text = lines > 1 ? visibleLines(value) : toVisible(value).text
        const hidden = isDeceptive(value)
        const notes = plan.notes.filter((note) => note.element === element)
        const bytes = byteLength(value)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element of argv is its place
          <li key={element}>
            <span className="argv-at">{element}</span>
            <code dir="ltr">{value === '' ? '(empty)' : text}</code>
            <span className="argv-tags">
              {hidden && (
                <span className="tag" data-look="warning">
                  hidden characters
                </span>
              )}
              {lines > 1 && <span className="tag">{countOf(lines, 'line')}</span>}
              {bytes > 200 && <span className="tag">{formatBytes(bytes)}</span>}
              <span className="tag" data-origin={isOwn && origin === 'model' ? 'person' : origin}>
                {isOwn && origin === 'model' ? 'you' : TAGS[origin]}
                {origin === 'resolver' && wasOf(plan, value)}
              </span>
            </span>
            {notes.map((note) => (
              <span className="argv-note" key={note.text}>
                {note.text}
              </span>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

/** What worked the value out. */
function wasOf(plan: Pick<Plan, 'resolvers'>, value: string): string {
  const step = plan.resolvers.find((resolver) => resolver.value === value)
  return step ? ` of ${step.param}` : ''
}

/** `5 elements: 4 from the skill, 1 from the model`, in pieces, so that the model's can be marked. */
export function countOrigins(
  plan: Pick<Plan, 'argv' | 'origin'>,
  isOwn = false,
): {
  total: string
  parts: { origin: Origin; text: string }[]
} {
  const counts = new Map<Origin, number>()
  for (let at = 0; at < plan.argv.length; at++) {
    const origin = plan.origin[at] ?? 'model'
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const names: Record<Origin, string> = {
    skill: 'from the skill',
    model: isOwn ? 'from you' : 'from the model',
    resolver: 'from a resolver',
  }
  const parts = (['skill', 'model', 'resolver'] as const)
    .filter((origin) => counts.has(origin))
    .map((origin) => ({ origin, text: `${counts.get(origin)} ${names[origin]}` }))
  return { total: countOf(plan.argv.length, 'element'), parts }
}
