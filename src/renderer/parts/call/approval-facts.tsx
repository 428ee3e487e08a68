import type { ReactNode } from 'react'
import { countLines, countOf, formatBytes, formatMs } from '#renderer/parts/ui/figures.ts'
import { FactsList, type Pair } from '#renderer/parts/ui/layout.tsx'
import type { Action } from '#shared/call/action'
import { isCredential } from '#shared/call/credentials'
import { describe } from '#shared/call/describe-action'
import type { Plan, ResolverStep, Sandbox } from '#shared/call/plan'
import { describeOutcome } from '#shared/call/risk'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { toVisible, toVisibleLines } from '#shared/visible'
import { coercionWords } from './call-words.ts'
import { byteLength, Fold, type Folding, foldSegments } from './command-text.tsx'

interface ApprovalFactsProps extends Folding {
  plan: Plan
  isOwn?: boolean | undefined
}

export function ApprovalFacts({ plan, isOwn = false, ...folding }: ApprovalFactsProps) {
  const outside = plan.notes.filter(({ element }) => element < 0)
  return (
    <>
      <FactsList
        columns={2}
        pairs={[
          ...shortRows(plan.action),
          plan.skill !== '' && { name: say('Skill'), value: plan.skill },
          { name: say('Time limit'), value: formatMs(plan.timeoutMs) },
          ...variableRows(plan),
          ...reachRows(plan),
          plan.coercions.length > 0 && {
            name: say('Corrected'),
            value: plan.coercions.map(coercionWords).join(' · '),
            isWide: true,
          },
        ]}
      />
      <Sentences texts={plan.resolvers.map((step) => resolverSentence(step, isOwn))} />
      {outside.map(({ text }) => (
        <p className="approval-note care small" key={JSON.stringify(text)}>
          {sayMessage(text)}
        </p>
      ))}
      {describe(plan.action).map(({ name, text, isContent }) => {
        const said = sayMessage(name)
        return isContent && <Given key={said} name={said} text={text} {...folding} />
      })}
    </>
  )
}

/** The exact program and environment, behind *Show arguments*. */
export function ExactFacts({ plan }: { plan: Plan }) {
  const { action } = plan
  const names = action.kind === 'process' ? foldNames(action.env).join(' ') : null
  return (
    <FactsList
      pairs={[
        names !== null && { name: say('Environment'), value: <code>{names || say('nothing')}</code> },
        ...identityRows(plan),
      ]}
    />
  )
}

export const identityRows = ({ skill, skillHash, digest }: Plan): (Pair | false)[] => [
  skill !== '' && {
    name: say('Skill'),
    value: (
      <>
        {skill} <code className="quiet">{skillHash.slice(0, 12)}</code>
      </>
    ),
  },
  { name: say('Digest'), value: <code className="quiet">{digest.slice(0, 16)}</code> },
]

/** Longer values use the whole width. */
const LONGEST_HALF = 48

export const shortRows = (action: Action): Pair[] =>
  describe(action).flatMap(({ name, text, isContent }) =>
    isContent
      ? []
      : [{ name: sayMessage(name), value: <code>{toVisible(text).text}</code>, isWide: text.length > LONGEST_HALF }],
  )

/** Variables of the person that its skill was given. */
function variableRows({ grants: { needs = [] } }: Plan): Pair[] {
  const names = [...new Set(needs.flatMap((id) => (id.startsWith('env ') ? (id.split(' ')[1] ?? []) : [])))]
  return names.length > 0 ? [{ name: say('Environment variables'), value: <code>{names.join(', ')}</code> }] : []
}

/** What it could reach: everything the person can, unless a sandbox confines it. */
function reachRows({ confinement, sandbox, action, grants: { needs = [] } }: Plan): (Pair | false)[] {
  const row = (name: Text, value: ReactNode): Pair => ({ name: say(name), value })
  const word = row('Sandbox', <SandboxWord plan={{ sandbox }} />)
  if (action.kind === 'http') return []
  if (!confinement || confinement.word === 'none') return [word, row('Can reach', say('Everything you can'))]
  const { writable, network, hidden, processes, folders, agent } = confinement
  const readsHome = needs.includes('home')
  const credentials = needs.filter(isCredential)
  return [
    folders !== undefined && row('Can read', listPaths(folders.map(({ path }) => path))),
    readsHome && row('From its skill', say('Can read your whole home except private places')),
    row('Can change', listPaths(writable)),
    credentials.length > 0 && row('Can sign in with', credentials.join(', ')),
    row('Internet', say(network ? 'On' : 'Off')),
    word,
    (!folders || readsHome) &&
      hidden.length > 0 &&
      row('Hidden', countOf(hidden.length, 'private folder', 'private folders')),
    folders !== undefined && !readsHome && row('Hidden', say('The rest of your home')),
    agent !== undefined && row('Can reach', say('Local programs, through sockets')),
    processes === true && row('Can see', say('Running programs')),
  ]
}

const listPaths = (paths: readonly string[]) =>
  paths.length === 0
    ? say('Nothing')
    : paths.map((path) => (
        <code className="block" key={path}>
          {toVisible(path).text}
        </code>
      ))

/** Writes `KEY_0 KEY_1 KEY_2` as `KEY_0–2`; no name is left out. */
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

const SANDBOXES: Record<Sandbox, Text> = { enforced: 'enforced', partial: 'partial', none: 'none' }

export function SandboxWord({ plan }: { plan: { sandbox?: Sandbox | undefined } }) {
  const word = plan.sandbox ?? 'none'
  return (
    <span className="word" data-sandbox={word}>
      {say(SANDBOXES[word])}
    </span>
  )
}

export function Sentences({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className="resolvers stack gap-1 small">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
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

function Given({ name, text, isUnfolded, onUnfold }: Folding & { name: string; text: string }) {
  const { head, tail, foldedBytes } = foldSegments([{ text }], isUnfolded)
  const lines = countLines(text)
  return (
    <div className="given stack gap-1">
      <p className="label">
        {name} <span>{`${formatBytes(byteLength(text))}, ${countOf(lines, 'line', 'lines')}`}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre className="stream box small" dir="ltr" tabIndex={0}>
        <code>
          {head.map((piece) => toVisibleLines(piece.text))}
          {foldedBytes > 0 && <Fold bytes={foldedBytes} onUnfold={onUnfold} />}
          {tail.map((piece) => toVisibleLines(piece.text))}
        </code>
      </pre>
    </div>
  )
}
