import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspectMachine } from '#main/calls/machine'
import { type CallRequest, makeRunCall } from '#main/calls/run-call'
import { loadRegistry } from '#main/trust/skill-registry'
import type { Verdict } from '#shared/call/plan'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { TRUSTING } from '#test/helpers/call-ports'
import { FIXTURES } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('a call that needs no permission', () => {
  it('runs without a question if the model called it by the protocol', async () => {
    const { asked, facts } = await dispatchFreely({})
    expect(asked).toEqual([])
    expect(facts[0]).not.toHaveProperty('caller')
    expect(facts.at(-1)).toMatchObject({ type: 'run.finished' })
  })

  it.each([
    [{ kind: 'model', from: 'text' }, "read from the model's text"],
    [{ kind: 'model', from: 'choice' }, 'Skillet corrected this call or asked the model to choose it'],
    [{ kind: 'model', from: 'choice', wrote: 'df -h' }, 'It wrote `df -h`. Run “'],
    [{ kind: 'tool', call: 'c' }, 'another tool asked'],
    [{ kind: 'trigger', name: 'nightly' }, 'the trigger nightly'],
    [{ kind: 'program', name: 'editor' }, 'another program asked for it: editor'],
  ] as const)('is asked about all the same when it came from %j', async (caller, reason) => {
    const { asked, facts } = await dispatchFreely({ caller })
    expect(asked).toMatchObject([{ kind: 'ask' }])
    expect(textOf(asked[0]?.reason ?? '')).toContain(reason)
    expect(facts[0]).toMatchObject({ type: 'call.requested', caller })
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })
})

/** With a policy under which the tool runs at once, and a person who never answers. */
async function dispatchFreely(more: Partial<CallRequest>): Promise<{ asked: Verdict[]; facts: NewFact[] }> {
  const machine = await inspectMachine({ cwd: makeTempDir(), skillFolders: [] })
  const registry = await loadRegistry(
    [{ path: join(FIXTURES, 'dispatch-skills'), origin: 'named' }],
    machine.searchPath,
  )
  const asked: Verdict[] = []
  const facts: NewFact[] = []
  const runCall = makeRunCall({
    record: async (added) => void facts.push(...added),
    tick: () => undefined,
    find: registry.find,
    machine,
    ...TRUSTING,
    decide: async (_call, _plan, verdict) => {
      asked.push(verdict)
      return null
    },
  })
  const { signal } = new AbortController()
  await runCall({
    caller: { kind: 'model', from: 'protocol' },
    chat: null,
    call: randomUUID(),
    tool: 'echo_say',
    args: { text: 'hello' },
    signal,
    ...more,
  })
  return { asked, facts }
}
