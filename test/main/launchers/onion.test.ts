import { describe, expect, it } from 'vitest'
import { ONION, PATHS } from '#main/launchers/onion'

interface Ctx {
  locals: Record<string, unknown>
  next(): Promise<unknown>
}
type Work = (ctx: Ctx, args: unknown) => unknown
interface Engine {
  runOnion(
    layers: { name: string; run: Work; args?: unknown }[],
    shared: object,
    fill: (layer: { args?: unknown }) => unknown,
  ): Promise<unknown>
  getPath(root: unknown, path: string): unknown
  fillAll(value: unknown, root: unknown): unknown
}

const text = `${ONION}${PATHS}\nexport { runOnion, getPath, fillAll }`
const engine = (await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)) as Engine

const run = (...works: Work[]) =>
  engine.runOnion(
    works.map((each, index) => ({ name: `layer ${index}`, run: each })),
    { locals: {} },
    ({ args }) => args,
  )

describe('functions around one another', () => {
  it('stop at the first that gives something (SI-01)', async () => {
    let ran = false
    const third = () => {
      ran = true
      return 2
    }
    expect(
      await run(
        () => undefined,
        () => 1,
        third,
      ),
    ).toBe(1)
    expect(ran).toBe(false)
  })

  it.each([null, false, '', 0])('take %j for a result (SI-02)', async (value) => {
    expect(
      await run(
        () => value,
        () => 'not reached',
      ),
    ).toBe(value)
  })

  it('have no result where none gives one (SI-03)', async () => {
    expect(
      await run(
        () => undefined,
        async () => undefined,
      ),
    ).toBeUndefined()
  })

  it('throw outwards, where a layer may catch it (SI-04)', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const careful: Work = async (ctx) => {
      try {
        return await ctx.next()
      } catch {
        return 'x'
      }
    }
    expect(await run(careful, boom)).toBe('x')
    await expect(run(() => undefined, boom)).rejects.toThrow('boom')
    await expect(
      run(
        (ctx) => void ctx.next(),
        async () => boom(),
      ),
    ).rejects.toThrow('boom')
  })

  it('run from the outside in and back (SI-05)', async () => {
    const log: string[] = []
    const layer =
      (name: string): Work =>
      async (ctx) => {
        log.push(`${name} in`)
        await ctx.next()
        log.push(`${name} out`)
      }
    await run(layer('outer'), layer('inner'), () => 1)
    expect(log).toEqual(['outer in', 'inner in', 'inner out', 'outer out'])
  })

  it('refuse to run the inside twice (SI-06)', async () => {
    const twice: Work = async (ctx) => {
      await ctx.next()
      await ctx.next()
    }
    await expect(run(twice, () => 1)).rejects.toThrow('layer 0 called next() twice')
  })

  it('let what a layer gives after next take the place of the result, and wait for what was begun', async () => {
    expect(
      await run(
        async (ctx) => `[${await ctx.next()}]`,
        () => 'in',
      ),
    ).toBe('[in]')
    const slow = () => new Promise((resolve) => setImmediate(resolve, 'late'))
    expect(await run((ctx) => void ctx.next(), slow)).toBe('late')
  })
})

/** What a layer does, as data, for the engine and for a second model of it. */
interface Step {
  calls: boolean
  catches: boolean
  throws: boolean
  gives: number | null | undefined
}

/** The same rules once more, written the other way round: from the inside out, with results as values. */
function predict(steps: readonly Step[]): { result: unknown } | { thrown: string } {
  const [first, ...rest] = steps
  if (!first) return { result: undefined }
  const inner = predict(rest)
  const ran = first.calls || (!first.throws && first.gives === undefined)
  if (first.calls && 'thrown' in inner && !first.catches) return inner
  if (first.throws) return { thrown: `step ${steps.length}` }
  if (first.gives !== undefined) return { result: first.gives }
  if (ran && 'thrown' in inner) return first.calls ? { result: resultBelow(rest) } : inner
  return inner
}

/** What was left as the result when something inside threw: the innermost layer that had given one by then. */
function resultBelow(steps: readonly Step[]): unknown {
  const [first, ...rest] = steps
  if (!first) return undefined
  const inner = predict(rest)
  if (!first.calls && (first.throws || first.gives !== undefined)) return first.throws ? undefined : first.gives
  if ('thrown' in inner) return resultBelow(rest)
  return inner.result
}

it('does with 5 000 random chains what a second model of the rules says', async () => {
  let seed = 20261119
  const random = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * most)
  }
  for (let round = 0; round < 5000; round++) {
    const steps = Array.from({ length: random(6) }, (): Step => {
      const gives = [undefined, undefined, null, 0, random(100)][random(5)]
      return { calls: random(2) === 0, catches: random(3) === 0, throws: random(6) === 0, gives }
    })
    const works = steps.map(
      ({ calls, catches, throws, gives }, index): Work =>
        async (ctx) => {
          try {
            if (calls) await ctx.next()
          } catch (error) {
            if (!catches) throw error
          }
          if (throws) throw new Error(`step ${steps.length - index}`)
          return gives
        },
    )
    const done = await run(...works).then(
      (result) => ({ result }),
      (error: Error) => ({ thrown: error.message }),
    )
    expect(done, JSON.stringify(steps)).toEqual(predict(steps))
  }
})

describe('a path', () => {
  it('leads to own properties alone (SI-25)', () => {
    const root = { nonlocals: { a: { b: 1 } } }
    expect(engine.getPath(root, 'nonlocals.a.b')).toBe(1)
    for (const path of ['__proto__.x', 'constructor.name', 'nonlocals.toString', 'nonlocals.a.b.c', '']) {
      expect(engine.getPath(root, path)).toBeUndefined()
    }
  })

  it('in a text is filled in, keeps its type where it is all of it, and stays where it leads nowhere', () => {
    const root = { args: { n: 2, who: 'A' } }
    const place = (path: string) => `$\{${path}}`
    const given = {
      a: place('args.n'),
      b: [`to ${place('args.who')}: ${place('args.gone')}`],
      c: `\\${place('args.n')}`,
    }
    expect(engine.fillAll(given, root)).toEqual({ a: 2, b: [`to A: ${place('args.gone')}`], c: place('args.n') })
  })
})
