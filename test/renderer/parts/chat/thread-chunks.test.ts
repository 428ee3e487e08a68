import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chunk, chunkEntries, chunkOf, groupCalls } from '#renderer/parts/chat/thread-chunks.ts'
import type { ChatEntry } from '#shared/chat/chat'

const entry = (seq: number, kind: 'call' | 'user' | 'assistant'): ChatEntry =>
  kind === 'call' ? { kind, seq, call: `call-${seq}` } : { kind: 'message', seq, at: '', role: kind, content: `${seq}` }
const thread = (kinds: readonly ('call' | 'user' | 'assistant')[]) => kinds.map((kind, at) => entry(at * 2 + 1, kind))
const all = (chunks: readonly Chunk[]) => chunks.flatMap(({ entries }) => entries)
const talk = (turns: number) =>
  thread(Array.from({ length: turns }, () => ['user', 'call', 'call', 'assistant'] as const).flat())

describe('the chunks of a thread', () => {
  it('hold every entry once, in order, however the thread grew', () => {
    const kinds = fc.array(fc.constantFrom('call' as const, 'user' as const, 'assistant' as const), { maxLength: 600 })
    fc.assert(
      fc.property(kinds, fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 30 }), (all600, steps) => {
        const whole = thread(all600)
        let [start, end] = [whole.length >> 1, whole.length >> 1]
        let chunks: readonly Chunk[] = []
        for (const [earlier, later] of steps) {
          start = Math.max(0, start - earlier)
          end = Math.min(whole.length, end + later)
          chunks = chunkEntries(chunks, whole.slice(start, end))
          expect(all(chunks)).toEqual(whole.slice(start, end))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('stay the same objects while entries come before and after them', () => {
    const whole = talk(100)
    const middle = chunkEntries([], whole.slice(160, 240))
    expect(middle.length).toBeGreaterThan(3)
    const grown = chunkEntries(chunkEntries(middle, whole.slice(80, 240)), whole.slice(80, 300))
    for (const chunk of middle.slice(0, -1)) expect(grown).toContain(chunk)
    expect(chunkEntries(grown, whole.slice(80, 300))).toBe(grown)
  })

  it('end before a message of the person, and keep calls together that belong together', () => {
    for (const chunk of chunkEntries([], talk(60))) {
      expect(chunk.entries[0]).toMatchObject({ kind: 'message', role: 'user' })
    }
    const kinds = ['user', ...Array<'call'>(120).fill('call'), 'assistant'] as const
    expect(chunkEntries([], thread([...kinds])).length).toBeLessThanOrEqual(2)
  })

  it('are found by the number of any entry in them', () => {
    const chunks = chunkEntries([], talk(40))
    for (const chunk of chunks) for (const { seq } of chunk.entries) expect(chunkOf(chunks, seq)).toBe(chunk)
  })

  it('draw consecutive calls as one block', () => {
    expect(groupCalls(talk(2)).map((block) => (Array.isArray(block) ? block.length : block.kind))).toEqual([
      ...['message', 2, 'message'],
      ...['message', 2, 'message'],
    ])
  })

  it('draw the calls of one message in the order the model requested them', () => {
    const calls = [3, undefined, 1, 0, 2].map((nth, at): ChatEntry => {
      return { kind: 'call', seq: at, call: `call-${at}`, ...(nth !== undefined && { nth }) }
    })
    const [block] = groupCalls(calls)
    // What has no number, such as a call of the person, stays where it is.
    expect(Array.isArray(block) && block.map(({ nth }) => nth)).toEqual([3, undefined, 0, 1, 2])
  })
})
