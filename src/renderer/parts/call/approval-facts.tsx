import { visibleLines } from '#renderer/parts/markdown/visible-lines.ts'
import { FactsList, type Pair } from '#renderer/parts/record/facts-list.tsx'
import { countOf, formatBytes, formatMs } from '#renderer/parts/ui/figures.ts'
import type { Plan, ResolverStep, Sandbox } from '#shared/call/plan'
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
          {
            name: say('Program'),
            value: <code>{plan.binary.path ? toVisible(plan.binary.path).text : say('not found')}</code>,
          },
          { name: say('Runs in'), value: <code>{toVisible(plan.cwd).text}</code> },
          { name: say('Skill'), value: <SkillName plan={plan} /> },
          {
            name: say('Sandbox'),
            value: (
              <>
                <SandboxWord plan={plan} /> {grantsOf(plan)}
              </>
            ),
            isWide: (plan.confinement?.writable.length ?? 0) > 0,
          },
          { name: say('Stops after'), value: formatMs(plan.timeoutMs) },
          environmentOf(plan),
          plan.coercions.length > 0 && {
            name: say('Read as'),
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
        <ul className="resolvers">
          {plan.resolvers.map((step) => (
            <li key={`${step.param} ${step.argv.join(' ')}`}>{resolverSentence(step, isOwn)}</li>
          ))}
        </ul>
      )}
      {outside.map(({ text }) => (
        <p className="approval-note" key={text}>
          {sayMessage(text)}
        </p>
      ))}
      {plan.stdin !== null && (
        <Given name={say('Written to its input')} text={plan.stdin} isUnfolded={isUnfolded} onUnfold={onUnfold} />
      )}
      {plan.tempFiles.map(({ path, content }) => (
        <Given
          key={path}
          name={say('Written to {path}, removed afterwards', { path })}
          text={content}
          isUnfolded={isUnfolded}
          onUnfold={onUnfold}
        />
      ))}
    </>
  )
}

/** What it could reach: without a sandbox, whatever the person can. */
export function grantsOf({ confinement }: Pick<Plan, 'confinement'>): string {
  if (!confinement || confinement.word === 'none') return say('reaches whatever you can reach')
  const { writable, network, hidden, processes } = confinement
  const writes = writable.map((folder) => toVisible(folder).text)
  return [
    writes.length > 0 ? say('writes only below {folders}', { folders: writes.join(', ') }) : say('writes nothing'),
    say(network ? 'reaches the network' : 'no network'),
    hidden.length > 0 &&
      say('does not see {places}', { places: countOf(hidden.length, 'secret place', 'secret places') }),
    processes && say('sees the processes of this computer'),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function environmentOf({ env }: Plan): Pair {
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
      {plan.skill} <code className="hash">{plan.skillHash.slice(0, 12)}</code>
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
    return say('{param} was worked out by {by}: {value}', { param, by, value: toVisible(step.value).text })
  }
  const why = sayMessage(step.note ?? step.outcome)
  return isOwn
    ? say('{param} stays as you wrote it; {by} did not work it out ({why}).', { param, by, why })
    : say('{param} stays as the model wrote it; {by} did not work it out ({why}).', { param, by, why })
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
  const lines = text === '' ? 0 : text.split('\n').length
  return (
    <div className="given">
      <p className="label">
        {name} <span>{`${formatBytes(byteLength(text))}, ${countOf(lines, 'line', 'lines')}`}</span>
      </p>
      <pre dir="ltr">
        <code>
          {visibleLines(head)}
          {foldedBytes > 0 && <Fold bytes={foldedBytes} onUnfold={onUnfold} />}
          {visibleLines(tail)}
        </code>
      </pre>
    </div>
  )
}
