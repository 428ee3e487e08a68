import { afterEach, describe, expect, it } from 'vitest'
import type { FactOf } from '#shared/facts'
import { makeRule } from '#test/helpers/make-standing'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: TestCore | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

const always = { kind: 'always' } as const

describe('a call that a rule forbids', () => {
  it.each([
    ['whatever its arguments are', {}],
    ['by the value it was called with', { args: { text: { any: true } } }],
  ] as const)('starts nothing, not even the resolver that would work out its value, %s', async (_how, more) => {
    const { run, facts } = await start({ effect: 'deny', tool: 'echo_resolved', scope: always, ...more })
    const { error, verdict } = await run('echo_resolved', { text: 'loud' }, { allowScripts: true })
    expect(error).toMatchObject({ code: 'REFUSED' })
    expect(verdict).toMatchObject({ kind: 'refuse', rule: 'rule-1' })
    expect(facts().map(({ type }) => type)).toEqual(['call.requested', 'approval.answered', 'call.refused'])
  })

  it('runs its resolver only if the value it gives decides', async () => {
    const args = { text: { equals: 'LOUD' } }
    const { run, facts } = await start({ effect: 'deny', tool: 'echo_resolved', scope: always, args })
    const { error } = await run('echo_resolved', { text: 'loud' }, { allowScripts: true })
    expect(error).toMatchObject({ code: 'REFUSED' })
    expect(facts().map(({ type }) => type)).toContain('resolver.finished')
    expect(facts().map(({ type }) => type)).not.toContain('run.started')
  })
})

describe('a call that was denied in this turn', () => {
  it('is refused to the model, and asked about if the person wants it after all', async () => {
    const { run, facts, say } = await start()
    say('deny')
    await run('echo_say', { text: 'x' })
    expect(await run('echo_say', { text: 'x' })).toMatchObject({ error: { code: 'DECLINED' } })
    say('once')
    expect(await run('echo_say', { text: 'x' }, { caller: { kind: 'person' } })).toMatchObject({ succeeded: true })
    expect(facts().filter(({ type }) => type === 'approval.asked')).toHaveLength(2)
  })
})

describe('use_tool', () => {
  it('is the call that it names, and is judged, asked about and recorded as that call', async () => {
    const { run, facts } = await start()
    await run('use_tool', { name: 'echo_say', arguments: { text: 'hello' } })
    const asked = facts().find((fact): fact is FactOf<'approval.asked'> => fact.type === 'approval.asked')
    expect(facts()[0]).toMatchObject({ type: 'call.requested', tool: 'echo_say', args: { text: 'hello' } })
    expect(asked?.plan).toMatchObject({ tool: 'echo_say' })
  })
})

/** A core with scripts on and one rule, and a person who answers as told. */
async function start(rule?: Parameters<typeof makeRule>[0]) {
  let decision: 'once' | 'deny' = 'once'
  open = await openTestCore({ home: makeTempDir(), decide: async () => ({ decision, by: 'person' }) })
  const { core, facts } = open
  const chat = await core.chats.create()
  await core.publish({ type: 'setting.changed', chat: null, name: 'scripts', value: 'on' })
  if (rule) await core.publish({ type: 'rule.made', chat: null, rule: makeRule({ skill: 'echo', ...rule }) })
  const from = facts.length
  const run = (tool: string, args: unknown, more: object = {}) =>
    core.runCall({
      ...{ chat, call: `call-${facts.length}`, tool, args, signal: new AbortController().signal },
      ...{ caller: { kind: 'model', from: 'protocol' }, ...more },
    })
  return {
    run,
    facts: () => facts.slice(from),
    say: (answer: 'once' | 'deny') => {
      decision = answer
    },
  }
}
