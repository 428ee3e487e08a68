import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCycle, nextToStart, type Starting } from '#shared/skill/startup-order'

/** Starts all of them, those named `failing` without success: what was started, and what was skipped and why. */
function play(tools: readonly Starting[], failing: readonly string[] = []) {
  const [ready, lost] = [new Set<string>(), new Set<string>()]
  const started: string[] = []
  const skipped: Record<string, string> = {}
  let pending = [...tools]
  for (let step = nextToStart(pending, { ready, lost }); step; step = nextToStart(pending, { ready, lost })) {
    const tool = 'start' in step ? step.start : step.skip
    pending = pending.filter((each) => each !== tool)
    if ('skip' in step) skipped[tool.name] = step.because.why
    else started.push(tool.name)
    ;('skip' in step || failing.includes(tool.name) ? lost : ready).add(tool.name)
  }
  return { started, skipped, left: pending.length }
}

const tool = (name: string, priority: number, waitFor: string[] = []): Starting => ({
  ...{ name, priority, waitFor, mode: 'once' },
})

describe('a tool that starts by itself', () => {
  it('TC-20 starts in order of priority', () => {
    expect(play([tool('a', 10), tool('b', 100), tool('c', 50)]).started).toEqual(['b', 'c', 'a'])
  })

  it('TC-21 waits for its dependency, whatever its priority', () => {
    expect(play([tool('A', 100, ['B']), tool('B', 50)]).started).toEqual(['B', 'A'])
  })

  it('TC-22 is skipped if its dependency fails, is missing, or waits for it', () => {
    expect(play([tool('A', 100, ['B']), tool('B', 50)], ['B'])).toMatchObject({
      started: ['B'],
      skipped: { A: 'failed' },
    })
    expect(play([tool('A', 50, ['B']), tool('B', 50, ['A'])])).toMatchObject({
      started: [],
      skipped: { A: 'cycle', B: 'failed' },
    })
    expect(play([tool('A', 50, ['C'])]).skipped).toEqual({ A: 'missing' })
    expect(play([tool('A', 50, ['A'])]).skipped).toEqual({ A: 'cycle' })
  })

  it('is found in a circle over others, but not next to one', () => {
    const tools = [tool('a', 1, ['b']), tool('b', 1, ['c']), tool('c', 1, ['a']), tool('d', 1, ['a'])]
    expect(findCycle(tools, 'a')).toEqual(['a', 'b', 'c'])
    expect(findCycle(tools, 'd')).toBeNull()
  })

  it('never starts before its dependency, and every tool is started or told why not', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const tools = fc.uniqueArray(
      fc.record({
        ...{ name: fc.constantFrom(...names), priority: fc.integer({ min: 0, max: 100 }) },
        ...{ waitFor: fc.subarray([...names, 'nobody'], { maxLength: 3 }), mode: fc.constant('once' as const) },
      }),
      { selector: ({ name }) => name },
    )
    fc.assert(
      fc.property(tools, fc.subarray(names), (all, failing) => {
        const { started, skipped, left } = play(all, failing)
        expect(left).toBe(0)
        expect([...started, ...Object.keys(skipped)].sort()).toEqual(all.map(({ name }) => name).sort())
        for (const [place, name] of started.entries()) {
          const waitFor = all.find((each) => each.name === name)?.waitFor ?? []
          for (const other of waitFor) {
            expect(started.slice(0, place)).toContain(other)
            expect(failing).not.toContain(other)
          }
        }
        // Of those that could start at the same moment, the one of the highest priority does.
        for (const [place, name] of started.entries()) {
          const before = started.slice(0, place).filter((each) => !failing.includes(each))
          const could = all.filter(
            (each) =>
              !started.slice(0, place).includes(each.name) && each.waitFor.every((other) => before.includes(other)),
          )
          const most = Math.max(...could.filter((each) => !(each.name in skipped)).map(({ priority }) => priority))
          expect(all.find((each) => each.name === name)?.priority).toBe(most)
        }
      }),
      { numRuns: 200 },
    )
  })
})
