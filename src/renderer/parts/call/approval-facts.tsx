import { visibleLines } from '#renderer/parts/markdown/visible-lines.ts'
import { FactsList, type Pair } from '#renderer/parts/record/facts-list.tsx'
import { countLines, countOf, formatBytes, formatMs } from '#renderer/parts/ui/figures.ts'
import type { Action } from '#shared/call/action'
import { describe } from '#shared/call/describe-action'
import type { Plan, ResolverStep, Sandbox } from '#shared/call/plan'
import { describeOutcome } from '#shared/call/risk'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { byteLength, foldText } from './command-segments.ts'
import { Fold } from './command-text.tsx'

interface ApprovalFactsProps {
  plan: Plan
  isOwn?: boolean | undefined
  isUnfolded: boolean
  onUnfold: () => void
}

/** Everything about the run that does not stand in its command line. */
export function ApprovalFacts({ plan, isOwn = false, isUnfolded, onUnfold }: ApprovalFactsProps) {
  const outside = plan.notes.filter(({ element }) => element < 0)
  return (
    <>
      <FactsList
        columns={2}
        pairs={[
          ...shortRows(plan.action),
          plan.skill !== '' && { name: say('Skill'), value: <SkillName plan={plan} /> },
          {
            name: say('Sandbox'),
            value: (
              <>
                <SandboxWord plan={plan} /> {grantsOf(plan)}
              </>
            ),
            isWide: (plan.confinement?.writable.length ?? 0) > 0,
          },
          { name: say('Time limit'), value: formatMs(plan.timeoutMs) },
          environmentOf(plan),
          plan.coercions.length > 0 && {
            name: say('Interpreted as'),
            value: plan.coercions
              .map(({ param, from, to }) =>
                say('{param}: {from} as {to}', { param, from: JSON.stringify(from), to: JSON.stringify(to) }),
              )
              .join(', '),
            isWide: true,
          },
        ]}
      />
      {plan.resolvers.length > 0 && (
        <ul className="resolvers stack gap-1 small">
          {plan.resolvers.map((step) => (
            <li key={`${step.param} ${step.argv.join(' ')}`}>{resolverSentence(step, isOwn)}</li>
          ))}
        </ul>
      )}
      {outside.map(({ text }) => (
        <p className="approval-note care small" key={JSON.stringify(text)}>
          {sayMessage(text)}
        </p>
      ))}
      {describe(plan.action).map(({ name, text, isContent }) => {
        const said = sayMessage(name)
        return isContent && <Given key={said} name={said} text={text} isUnfolded={isUnfolded} onUnfold={onUnfold} />
      })}
    </>
  )
}

/** What fits on a line each. */
export const shortRows = (action: Action): Pair[] =>
  describe(action).flatMap(({ name, text, isContent }) =>
    isContent ? [] : [{ name: sayMessage(name), value: <code>{toVisible(text).text}</code> }],
  )

/** What it could reach: without a sandbox, whatever the person can. */
export function grantsOf({ confinement }: Pick<Plan, 'confinement'>): string {
  if (!confinement || confinement.word === 'none') return say('Can access everything you can')
  const { writable, network, hidden, processes } = confinement
  const writes = writable.map((folder) => toVisible(folder).text)
  return [
    writes.length > 0 ? say('Can only write in {folders}', { folders: writes.join(', ') }) : say('Can’t write files'),
    say(network ? 'Can use the network' : 'No network'),
    hidden.length > 0 &&
      say('Can’t access {places}', { places: countOf(hidden.length, 'private folder', 'private folders') }),
    processes && say('Can see running processes'),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function environmentOf({ action }: Plan): Pair | false {
  if (action.kind !== 'process') return false
  const { env } = action
  const names = foldNames(env).join(' ')
  return { name: say('Environment'), value: <code>{names || say('nothing')}</code>, isWide: names.length > 40 }
}

/** `KEY_0 KEY_1 KEY_2` are one `KEY_0–2`: every name is still told. */
export function foldNames(names: readonly string[]): string[] {
  const folded: { stem: string; first: number | null; last: number | null }[] = []
  for (const name of names) {
    const [, stem = name, digits] = /^(.*_)(0|[1-9]\d{0,3})$/.exec(name) ?? []
    const number = digits === undefined ? null : Number(digits)
    const before = folded.at(-1)
    if (number !== null && before?.stem === stem && before.last === number - 1) before.last = number
    else folded.push({ stem, first: number, last: number })
  }
  return folded.map(({ stem, first, last }) => (first === last ? `${stem}${first ?? ''}` : `${stem}${first}–${last}`))
}

function SkillName({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.skill} <code className="quiet">{plan.skillHash.slice(0, 12)}</code>
    </>
  )
}

const SANDBOXES: Record<Sandbox, Text> = { enforced: 'enforced', partial: 'partial', none: 'none' }

export function SandboxWord({ plan }: { plan: Pick<Plan, 'sandbox'> }) {
  const word = plan.sandbox ?? 'none'
  return (
    <span className="word" data-sandbox={word}>
      {say(SANDBOXES[word])}
    </span>
  )
}

export function resolverSentence(step: ResolverStep, isOwn = false): string {
  const by = step.argv.length > 0 ? toVisible(step.argv.join(' ')).text : say('nothing')
  const { param } = step
  if (step.outcome === 'resolved') {
    return say('{param} was resolved by {by}: {value}', { param, by, value: toVisible(step.value).text })
  }
  const why = sayMessage(step.note ?? describeOutcome(step.outcome))
  return isOwn
    ? say('{param} is unchanged from your input: {by} could not resolve it ({why}).', { param, by, why })
    : say('{param} is unchanged from the model: {by} could not resolve it ({why}).', { param, by, why })
}

function Given({
  name,
  text,
  isUnfolded,
  onUnfold,
}: {
  name: string
  text: string
  isUnfolded: boolean
  onUnfold: () => void
}) {
  const { head, tail, foldedBytes } = foldText(text, isUnfolded)
  const lines = countLines(text)
  return (
    <div className="given">
      <p className="label">
        {name} <span>{`${formatBytes(byteLength(text))}, ${countOf(lines, 'line', 'lines')}`}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre className="box small" dir="ltr" tabIndex={0}>
        <code>
          {visibleLines(head)}
          {foldedBytes > 0 && <Fold bytes={foldedBytes} onUnfold={onUnfold} />}
          {visibleLines(tail)}
        </code>
      </pre>
    </div>
  )
}
