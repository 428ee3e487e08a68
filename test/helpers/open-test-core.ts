import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Core, type CoreOptions, openCore } from '#main/open-core'
import type { Fact, FactType } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures')

export type Decide = NonNullable<CoreOptions['decide']>

export const approve: Decide = async () => ({ decision: 'once', by: 'person' })

export interface TestCore {
  core: Core
  /** Every fact that was pushed, in order. */
  facts: Fact[]
  /** Resolves with the first pushed fact of the type from now on. */
  next<T extends FactType>(type: T): Promise<Extract<Fact, { type: T }>>
}

export async function openTestCore(options: Partial<CoreOptions> & { home: string }): Promise<TestCore> {
  const opened = await openCore({
    cwd: options.home,
    sandbox: 'off',
    skills: [{ path: join(FIXTURES, 'dispatch-skills'), origin: 'named' }],
    ...options,
  })
  if (!opened.ok) throw new Error(textOf(withRemedy(opened)))
  const { core } = opened
  const facts: Fact[] = []
  core.listen((push) => {
    if (push.kind === 'fact') facts.push(push.fact)
  })
  return { core, facts, next: (type) => nextFact(core, type) }
}

/** In a home of its own; closed when the running test has finished. */
export async function openOwnCore(options: Partial<CoreOptions> = {}): Promise<TestCore> {
  const opened = await openTestCore({ home: makeTempDir(), ...options })
  onTestFinished(() => opened.core.close())
  return opened
}

function nextFact<T extends FactType>(core: Core, type: T): Promise<Extract<Fact, { type: T }>> {
  return new Promise((resolve) => {
    const stop = core.listen((push) => {
      if (push.kind !== 'fact' || push.fact.type !== type) return
      stop()
      resolve(push.fact as Extract<Fact, { type: T }>)
    })
  })
}
