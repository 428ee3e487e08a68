import type { ExpectedReading, Fact, PassingTick, Tick } from '#shared/facts'

/** Passing events of a chat. Losing all of them would not change the chat in the end. */
export interface Live {
  /** Includes everything up to this fact and this tick; repeats change nothing. */
  readonly seq: number
  readonly count: number
  readonly text: string
  readonly thinking: string
  readonly phase: Extract<Tick, { tick: 'phase' }>['phase'] | null
  /** Set in the phase `reading`. */
  readonly reading: ExpectedReading | null
  readonly outputs: ReadonlyMap<string, LiveOutput>
}

export interface LiveOutput {
  readonly stdout: string
  readonly stderr: string
  readonly progress?: string
  /** Characters left out of the front of either. */
  readonly dropped: number
}

export const quiet: Live = { seq: 0, count: 0, text: '', thinking: '', phase: null, reading: null, outputs: new Map() }

/** Kept of each stream during a run; the record has the rest. */
export const LIVE_CHARACTERS = 100_000
/** Kept of an answer while it is written. */
export const LIVE_ANSWER = 1_000_000

export const isPassing = (tick: Tick): tick is PassingTick =>
  tick.tick === 'token' || tick.tick === 'output' || tick.tick === 'progress' || tick.tick === 'phase'

export function foldTicks(live: Live, ticks: readonly PassingTick[]): Live {
  const text: string[] = []
  const thinking: string[] = []
  let { phase, reading, count } = live
  let outputs: Map<string, LiveOutput> | null = null
  let isChanged = false
  for (const tick of ticks) {
    if (tick.count !== undefined && tick.count <= count) continue
    count = tick.count ?? count
    isChanged = true
    if (tick.tick === 'token') (tick.thinking ? thinking : text).push(tick.text)
    else if (tick.tick === 'phase') {
      phase = tick.phase
      reading = tick.phase === 'reading' ? tick : null
    } else {
      outputs ??= new Map(live.outputs)
      outputs.set(tick.run, addOutput(outputs.get(tick.run), tick))
    }
  }
  if (!isChanged) return live
  return {
    ...live,
    count,
    text: addText(live.text, text),
    thinking: addText(live.thinking, thinking),
    phase,
    reading,
    outputs: outputs ?? live.outputs,
  }
}

function addText(before: string, more: readonly string[]): string {
  const whole = before + more.join('')
  return whole.length > 2 * LIVE_ANSWER ? `… ${whole.slice(-LIVE_ANSWER)}` : whole
}

function addOutput(output: LiveOutput | undefined, tick: Extract<Tick, { tick: 'output' | 'progress' }>): LiveOutput {
  const before = output ?? { stdout: '', stderr: '', dropped: 0 }
  if (tick.tick === 'progress') return { ...before, progress: tick.text }
  const whole = before[tick.stream] + tick.text
  // Lets it grow to twice the size before cutting, so a flood is not copied at every chunk.
  const kept = whole.length > 2 * LIVE_CHARACTERS ? whole.slice(-LIVE_CHARACTERS) : whole
  return { ...before, [tick.stream]: kept, dropped: before.dropped + whole.length - kept.length }
}

/** Drops the ticks that a fact replaces. */
export function settleLive(live: Live, fact: Fact): Live {
  const { seq } = fact
  if (seq <= live.seq) return live
  switch (fact.type) {
    case 'turn.started':
    case 'turn.finished':
      return { ...live, seq, text: '', thinking: '', phase: null, reading: null }
    case 'message.added':
      return fact.role === 'assistant' ? { ...live, seq, text: '', thinking: '' } : live
    default:
      return live
  }
}
