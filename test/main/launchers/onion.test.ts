import { describe, expect, it } from 'vitest'
import { ONION, PATHS } from '#main/launchers/skill-function'

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

describe('nested functions', () => {
  it('stop at the first result (SI-01)', async () => {
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

  it('have no result if none returns one (SI-03)', async () => {
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

  it('let a result after next replace the inner one, and wait for what was begun', async () => {
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

/** How a layer treats what is inside it. */
const MODES = ['skips', 'awaits', 'catches', 'begins', 'twice'] as const

/** What a layer does, as data, for the engine and for a second model of it. */
interface Step {
  mode: (typeof MODES)[number]
  isSync: boolean
  throws: boolean
  gives: number | string | boolean | null | undefined
}

/** What comes of a chain, which layers ran in what order, and what was left as the result where it threw. */
interface Outcome {
  left: unknown
  thrown?: string
  ran: number[]
}

/** The same rules once more, written the other way round: from the inside out, with results as values. */
function predict(steps: readonly Step[], at = 0): Outcome {
  const [first, ...rest] = steps
  if (!first) return { left: undefined, ran: [] }
  const { mode, throws, gives } = first
  const inner = predict(rest, at + 1)
  const runs = mode !== 'skips' || (!throws && gives === undefined)
  const ran = runs ? [at, ...inner.ran] : [at]
  const left = runs ? inner.left : undefined
  const isOwnEnd = throws || gives !== undefined
  const passesOn =
    inner.thrown !== undefined && (['awaits', 'twice'].includes(mode) || (mode !== 'catches' && !isOwnEnd))
  if (runs && passesOn) return { ...inner, ran }
  if (mode === 'twice') return { left, ran, thrown: `${at} called next() twice` }
  if (throws) return { left, ran, thrown: `thrown by ${at}` }
  return { left: gives === undefined ? left : gives, ran }
}

it('agree with a second model of the rules on 5 000 random chains', async () => {
  let seed = 20261119
  const random = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * most)
  }
  const seen = new Set<string>()
  for (let round = 0; round < 5000; round++) {
    const steps = Array.from({ length: random(7) }, (): Step => {
      const gives = [undefined, undefined, undefined, null, 0, '', false, random(100)][random(8)]
      return {
        mode: MODES[random(12) < 11 ? random(4) : 4] ?? 'skips',
        isSync: random(3) === 0,
        throws: random(6) === 0,
        gives,
      }
    })
    const ran: number[] = []
    const layers = steps.map(({ mode, isSync, throws, gives }, index) => {
      const end = () => {
        if (throws) throw new Error(`thrown by ${index}`)
        return gives
      }
      const run: Work = async (ctx) => {
        ran.push(index)
        if (mode === 'awaits' || mode === 'twice') await ctx.next()
        if (mode === 'twice') await ctx.next()
        if (mode === 'catches') await ctx.next().catch(() => undefined)
        if (mode === 'begins') void ctx.next()
        return end()
      }
      const runAtOnce: Work = (ctx) => {
        ran.push(index)
        if (mode === 'begins') void ctx.next()
        return end()
      }
      return { name: String(index), run: isSync && (mode === 'skips' || mode === 'begins') ? runAtOnce : run }
    })
    const locals: Record<string, unknown> = {}
    const outcome = await engine
      .runOnion(layers, { locals }, ({ args }) => args)
      .then(
        (result): Outcome => ({ left: result, ran }),
        (error: Error): Outcome => ({ left: locals.result, ran, thrown: error.message }),
      )
    expect(outcome, JSON.stringify(steps)).toEqual(predict(steps))
    seen.add(outcome.thrown?.replace(/\d+/, '') ?? typeof outcome.left)
  }
  expect([...seen].sort()).toEqual([
    ' called next() twice',
    'boolean',
    'number',
    'object',
    'string',
    'thrown by ',
    'undefined',
  ])
})

describe('a path', () => {
  it('leads only to own properties (SI-25)', () => {
    const root = { nonlocals: { a: { b: 1 } } }
    expect(engine.getPath(root, 'nonlocals.a.b')).toBe(1)
    for (const path of ['__proto__.x', 'constructor.name', 'nonlocals.toString', 'nonlocals.a.b.c', '']) {
      expect(engine.getPath(root, path)).toBeUndefined()
    }
  })

  it('is filled into a text, keeps its type if it is the whole text, and stays if it leads nowhere', () => {
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
