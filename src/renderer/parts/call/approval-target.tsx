import { Said } from '#renderer/parts/ui/said.tsx'
import { natureOf } from '#shared/call/nature'
import { say } from '#shared/messages/say'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'
import { whyAsked } from './plan-words.ts'

/** Where it happens, what becomes of an existing file, and why it asks. */
export function Target({ approval: { plan, verdict } }: { approval: ChatApproval }) {
  const { action, replaces = [] } = plan
  const isKept = replaces.length > 0 && replaces.every(({ noCopy }) => !noCopy)
  const why = whyAsked(plan, verdict)
  const sentences = [
    isKept && say('A copy of the old file is kept for 30 days'),
    natureOf(plan) === 'gone' && say('No copy is kept'),
    why,
  ].filter((text) => typeof text === 'string')
  if (sentences.length === 0)
    sentences.push(say(plan.risk.class === 'B' ? 'This chat asks every time' : 'Changes always ask'))
  return (
    <>
      {action.kind === 'process' && (
        <>
          <Said text="In {folder}" values={{ folder: <code dir="ltr">{toVisible(action.cwd).text}</code> }} />
          {' · '}
        </>
      )}
      {sentences.join(' · ')}
    </>
  )
}

/** `Delete 14 files`: a button that cannot be undone says what it does. */
export function finalWords({ plan }: ChatApproval, tool: string): string {
  const deleted = plan.effects.filter((effect) => effect.does === 'delete' && effect.slot && !effect.tree)
  const isAll = plan.effects.every((effect) => effect.does !== 'delete' || deleted.includes(effect))
  const files = isAll ? deleted.length : 0
  if (files > 0) return files === 1 ? say('Delete 1 file') : say('Delete {count} files', { count: files })
  const heading = plan.heading && textOfHeading(plan.heading.now)
  return heading !== undefined && heading.length <= 40 ? heading : say('Run {tool}', { tool })
}
