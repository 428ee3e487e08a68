import type { Fact, FactOf, FactType } from '#shared/facts'
import { message } from '#shared/messages/message'
import type { ChatMessage, ChatState } from './chat.ts'
import { broughtIn } from './picture.ts'

/** A turn started, or an earlier one was chosen again. The tree of a chat follows from these facts alone. */
export interface Mark {
  seq: number
  turn: string
  replaces?: string
  isChoice?: true
}

/** Facts from `start` up to `end`, either all on the visible path or all off it. */
export interface Stretch {
  start: number
  end: number
  isOn: boolean
}

export interface Path {
  /** In order and without gaps, from 0 to infinity. */
  stretches: readonly Stretch[]
  /** For each turn on the path that has several versions: all of them, oldest first. */
  versions: readonly (readonly string[])[]
}

export function markOf(fact: Fact): Mark | null {
  if (fact.type === 'branch.chosen') return { seq: fact.seq, turn: fact.turn, isChoice: true }
  if (fact.type !== 'turn.started') return null
  const { seq, turn, replaces } = fact
  return { seq, turn, ...(replaces !== undefined && { replaces }) }
}

interface Node {
  parent: string | null
  versions: string[]
}

/** Each turn follows the last one on the path, or the one before the turn it replaces. */
export function readPath(marks: readonly Mark[]): Path {
  const nodes = new Map<string, Node>()
  const chosen = new Map<string | null, string>()
  const owners: { start: number; owner: string | null }[] = [{ start: 0, owner: null }]
  let tip: string | null = null
  const choose = (turn: string) => {
    for (let at: string | null = turn; at !== null; ) {
      const parent: string | null = nodes.get(at)?.parent ?? null
      chosen.set(parent, at)
      at = parent
    }
  }
  for (const { seq, turn, replaces, isChoice } of marks) {
    if (isChoice ? !nodes.has(turn) : nodes.has(turn)) continue
    if (!isChoice) {
      const replaced = replaces === undefined ? undefined : nodes.get(replaces)
      const versions = replaced?.versions ?? []
      versions.push(turn)
      nodes.set(turn, { parent: replaced ? replaced.parent : tip, versions })
      if (!replaced) chosen.set(tip, turn)
    }
    if (isChoice || replaces !== undefined) choose(turn)
    tip = turn
    for (let next = chosen.get(tip); next !== undefined; next = chosen.get(tip)) tip = next
    owners.push({ start: seq, owner: tip })
  }
  const on = new Set<string | null>([null])
  for (let at = tip; at !== null; at = nodes.get(at)?.parent ?? null) on.add(at)
  const versions = new Set<readonly string[]>()
  for (const [turn, node] of nodes) if (node.versions.length > 1 && on.has(turn)) versions.add(node.versions)
  return { stretches: toStretches(owners, on), versions: [...versions] }
}

function toStretches(owners: readonly { start: number; owner: string | null }[], on: ReadonlySet<string | null>) {
  const stretches: Stretch[] = []
  for (const { start, owner } of owners) {
    const isOn = on.has(owner)
    const last = stretches.at(-1)
    if (last?.isOn === isOn) continue
    if (last) last.end = start
    stretches.push({ start, end: Number.POSITIVE_INFINITY, isOn })
  }
  return stretches
}

/** What happened to a call may be recorded much later; it still belongs to the call. */
export const ABOUT_CALLS = [
  ...(['call.refused', 'call.planned', 'approval.asked', 'approval.answered'] as const),
  ...(['resolver.started', 'resolver.finished', 'postprocess.started', 'postprocess.finished'] as const),
  ...(['run.started', 'run.finished', 'run.interrupted', 'question.asked', 'question.answered'] as const),
] satisfies readonly FactType[]

const BELONGS_TO_TURN: ReadonlySet<FactType> = new Set<FactType>([
  ...(['turn.started', 'turn.finished', 'message.added', 'call.requested'] as const),
  ...(['context.fitted', 'context.mismatched', 'branch.chosen'] as const),
])
const BELONGS_TO_CALL: ReadonlySet<FactType> = new Set(ABOUT_CALLS)

/** The facts on the visible path. The window shows these and the model reads these. */
export function pickPath(facts: readonly Fact[], { stretches } = readPath(readMarks(facts))): readonly Fact[] {
  if (stretches.length === 1) return facts
  const beside = new Set<string>()
  let at = 0
  return facts.filter((fact) => {
    while (fact.seq >= (stretches[at]?.end ?? Number.POSITIVE_INFINITY)) at++
    const isOn = stretches[at]?.isOn === true
    if (fact.type === 'call.requested' && !isOn) beside.add(fact.call)
    if (BELONGS_TO_CALL.has(fact.type)) return !('call' in fact) || fact.call === undefined || !beside.has(fact.call)
    return isOn || !BELONGS_TO_TURN.has(fact.type)
  })
}

export const readMarks = (facts: readonly Fact[]): Mark[] => facts.flatMap((fact) => markOf(fact) ?? [])

/** What a turn follows when it replaces another. */
export function pathBefore(facts: readonly Fact[], replaced: string): readonly Fact[] {
  const next = { seq: Number.POSITIVE_INFINITY, turn: '', replaces: replaced }
  return pickPath(facts, readPath([...readMarks(facts), next]))
}

export function toMessage(
  { seq, at, role, content, images, servers, thinking, toolName, stats, notes, unfounded }: FactOf<'message.added'>,
  turn: string | undefined,
): ChatMessage {
  const told = notes ?? (servers && [message('server-words', { servers: servers.join(', ') })])
  return {
    ...({ kind: 'message', seq, at, role, content } as const),
    ...broughtIn({ images, servers }),
    ...(thinking && { thinking }),
    ...(toolName && { toolName }),
    ...(turn !== undefined && { turn }),
    ...(stats && { stats }),
    ...(told && { notes: told }),
    ...(unfounded && { unfounded }),
  }
}

/** Moves that turn and all after it off the path. If it is not here, it was left out before. */
export function replaceTurn(
  { entries, calls, versions }: ChatState,
  replaced: string,
  turn: string,
): Partial<ChatState> {
  const known = versions.get(replaced) ?? [replaced]
  const change = known.includes(turn) ? {} : { versions: withVersions(versions, [...known, turn]) }
  const cut = entries.findIndex((entry) => entry.kind === 'message' && entry.turn === replaced)
  if (cut === -1) return change
  const gone = new Set(entries.slice(cut).flatMap((entry) => (entry.kind === 'call' ? [entry.call] : [])))
  const kept = gone.size === 0 ? calls : new Map([...calls].filter(([call]) => !gone.has(call)))
  return { ...change, entries: entries.slice(0, cut), calls: kept }
}

export function withVersions(
  versions: ChatState['versions'],
  ...groups: readonly (readonly string[])[]
): ChatState['versions'] {
  return new Map([...versions, ...groups.flatMap((turns) => turns.map((turn) => [turn, turns] as const))])
}
