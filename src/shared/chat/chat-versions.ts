import type { FactOf } from '#shared/facts'
import type { ChatMessage, ChatState } from './chat.ts'

export function toMessage(
  { seq, at, role, content, images, thinking, toolName, stats, notes, unfounded }: FactOf<'message.added'>,
  turn: string | undefined,
): ChatMessage {
  return {
    ...({ kind: 'message', seq, at, role, content } as const),
    ...(images && { images }),
    ...(thinking && { thinking }),
    ...(toolName && { toolName }),
    ...(turn !== undefined && { turn }),
    ...(stats && { stats }),
    ...(notes && { notes }),
    ...(unfounded && { unfounded }),
  }
}

/** What stood from that turn on is beside the path now. Where it is not here, it was left out before. */
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
