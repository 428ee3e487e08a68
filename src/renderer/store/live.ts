import type { Fact, Tick } from '#shared/facts'

/** What passes by while a turn runs. All of it may be lost without changing where the chat ends. */
export interface Live {
  readonly text: string
  readonly thinking: string
  readonly phase: Extract<Tick, { tick: 'phase' }>['phase'] | null
  /** The chat was opened while the answer was being written: its beginning is not here. */
  readonly isPartial: boolean
  readonly outputs: ReadonlyMap<string, LiveOutput>
}

export interface LiveOutput {
  readonly stdout: string
  readonly stderr: string
  /** Characters left out of the front of either. */
  readonly dropped: number
}

export const quiet: Live = { text: '', thinking: '', phase: null, isPartial: false, outputs: new Map() }

/** Kept of each stream while it runs; the record holds the rest. */
export const LIVE_CHARACTERS = 100_000

export function foldTicks(live: Live, ticks: readonly Tick[]): Live {
  if (ticks.length === 0) return live
  const text: string[] = []
  const thinking: string[] = []
  let { phase } = live
  let outputs: Map<string, LiveOutput> | null = null
  for (const tick of ticks) {
    if (tick.tick === 'token') (tick.thinking ? thinking : text).push(tick.text)
    else if (tick.tick === 'phase') phase = tick.phase
    else if (tick.tick === 'output') {
      outputs ??= new Map(live.outputs)
      outputs.set(tick.run, addOutput(outputs.get(tick.run), tick))
    }
  }
  return {
    ...live,
    text: live.text + text.join(''),
    thinking: live.thinking + thinking.join(''),
    phase,
    outputs: outputs ?? live.outputs,
  }
}

function addOutput(output: LiveOutput | undefined, tick: Extract<Tick, { tick: 'output' }>): LiveOutput {
  const before = output ?? { stdout: '', stderr: '', dropped: 0 }
  const whole = before[tick.stream] + tick.text
  // Twice the room before it is cut, so that a flood is not copied at every chunk.
  const kept = whole.length > 2 * LIVE_CHARACTERS ? whole.slice(-LIVE_CHARACTERS) : whole
  return { ...before, [tick.stream]: kept, dropped: before.dropped + whole.length - kept.length }
}

/** A fact takes the place of the ticks that led to it. */
export function settleLive(live: Live, fact: Fact): Live {
  switch (fact.type) {
    case 'turn.started':
    case 'turn.finished':
      return { ...quiet, outputs: live.outputs }
    case 'message.added':
      if (fact.role !== 'assistant') return live
      return { ...live, text: '', thinking: '', isPartial: false }
    default:
      return live
  }
}
