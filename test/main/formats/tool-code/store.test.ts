import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/json'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

/** Runs each line of `input.steps` as `await context.api…` and tells what came of it. */
const source = body(`
  const { api } = context, said = []
  for (const step of input.steps) {
    try {
      const given = JSON.parse(JSON.stringify(step.args).replaceAll('"$last"', JSON.stringify(said.at(-1)?.id ?? null)))
      said.push(await api[step.name](...given))
    } catch (error) { said.push(error.message) }
  }
  return said`)

const open = (breadcrumbs?: JsonObject) =>
  openToolCode([makeToolCode(source, breadcrumbs ? { permissions: { net: false, breadcrumbs } } : {})])

const step = (name: string, ...args: (JsonObject | string | number)[]) => ({ name, args })
const note = (more: JsonObject = {}) => ({
  schema_name: 'note.v1',
  title: 'A note',
  tags: ['a'],
  context: { n: 1 },
  ...more,
})

async function play(breadcrumbs: JsonObject | undefined, ...steps: JsonObject[]) {
  const { call, core } = await open(breadcrumbs)
  const outcome = await call({ steps })
  return { said: outcome.run?.result as (JsonObject | JsonObject[] | string | null)[], outcome, core }
}

describe('context.api', () => {
  it('TC-19 makes a record if allowed, without any network', async () => {
    const { said, outcome, core } = await play({ write: ['note.v1'] }, step('createBreadcrumb', note()))
    expect(said).toEqual([
      {
        ...note(),
        id: expect.any(String),
        version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        created_by: 'sample/tool',
      },
    ])
    expect(outcome.plan?.effects).toContainEqual({ does: 'store', schema: 'note.v1', access: 'write' })
    expect(outcome.plan?.grants.hosts).toEqual([])
    expect(await core.ledger.records({ do: 'schemas' })).toEqual({
      ok: true,
      schemas: [{ schema: 'note.v1', count: 1 }],
    })
  })

  it.each([[undefined], [{}], [{ read: ['note.v1'] }], [{ write: ['other.v1'] }]])(
    'TC-19 makes none if only %j is allowed',
    async (breadcrumbs) => {
      const { said, core } = await play(breadcrumbs, step('createBreadcrumb', note()))
      expect(said[0]).toMatch(/may not write records of note\.v1/)
      expect(await core.ledger.records({ do: 'schemas' })).toEqual({ ok: true, schemas: [] })
    },
  )

  it('changes only the version of a record that was read', async () => {
    const { said } = await play(
      { read: ['note.v1'], write: ['note.v1'] },
      step('createBreadcrumb', note()),
      step('updateBreadcrumb', '$last', 1, { context: { n: 2 } }),
      step('updateBreadcrumb', '$last', 1, { context: { n: 3 } }),
    )
    expect(said[1]).toMatchObject({ version: 2, title: 'A note', context: { n: 2 } })
    expect(said[2]).toMatch(/has changed meanwhile/)
  })

  it('does not let a change move a record to a schema that the tool may not write', async () => {
    const { said } = await play(
      { read: ['*'], write: ['note.v1'] },
      step('createBreadcrumb', note()),
      step('updateBreadcrumb', '$last', 1, { schema_name: 'secret.v1' }),
    )
    expect(said[1]).toMatch(/may not write records of secret\.v1/)
  })

  it('searches by schema, tags and words, and finds only what may be read', async () => {
    const { said } = await play(
      { read: ['note.v1'], write: ['note.v1', 'other.v1'] },
      step('createBreadcrumb', note({ title: 'Müsli kaufen', tags: ['a', 'b'] })),
      step('createBreadcrumb', note({ title: 'Tee', context: { where: 'beim Kaufmann' } })),
      step('createBreadcrumb', note({ schema_name: 'other.v1', title: 'kaufen' })),
      step('searchBreadcrumbs', { schema_name: 'note.v1', tag: 'b' }),
      step('searchBreadcrumbs', { q: 'kauf' }),
      step('searchBreadcrumbs', { schema_name: 'other.v1' }),
      step('vectorSearch', { q: 'musli', nn: 1 }),
    )
    const titles = (found: unknown) => (found as JsonObject[]).map(({ title }) => title)
    expect(titles(said[3])).toEqual(['Müsli kaufen'])
    expect(titles(said[4])).toEqual(['Tee', 'Müsli kaufen'])
    expect(said[5]).toMatch(/may not read records of other\.v1/)
    expect(titles(said[6])).toEqual(['Müsli kaufen'])
  })

  it('does not distinguish a record that may not be read from a missing one', async () => {
    const { core, call } = await open({ read: ['note.v1'], write: ['note.v1'] })
    const draft = { schema_name: 'hidden.v1', title: '', tags: [], context: {} }
    const made = await core.ledger.records({ do: 'create', draft, by: 'test' })
    const id = made.ok && 'record' in made ? made.record.id : ''
    const outcome = await call({
      steps: [step('getBreadcrumb', id), step('deleteBreadcrumb', id), step('getBreadcrumb', 'x')],
    })
    const said = outcome.run?.result as string[]
    expect(said.map((each) => each.replace(id, 'x'))).toEqual([said[2], said[2], said[2]])
  })

  it('deletes a record, from the search too', async () => {
    const { said } = await play(
      { read: ['note.v1'], write: ['note.v1'] },
      step('createBreadcrumb', note()),
      step('deleteBreadcrumb', '$last'),
      step('searchBreadcrumbs', { q: 'note' }),
    )
    expect(said.slice(1)).toEqual([null, []])
  })

  it.each([
    [{ title: 'no schema' }, /needs a schema_name/],
    [note({ tags: 'a' }), /needs a schema_name/],
    [note({ context: [] }), /needs a schema_name/],
    [note({ context: { text: 'x'.repeat(300_000) } }), /At most 262144/],
  ])('refuses a record that is not one: %#', async (record, why) => {
    const { said } = await play({ write: ['*'] }, step('createBreadcrumb', record))
    expect(said[0]).toMatch(why)
  })

  it('is not changed by a record that names the prototype of our objects', async () => {
    const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const { call } = await openToolCode([
      makeToolCode(body(`return context.api.createBreadcrumb({ schema_name: 'x', context: JSON.parse(input.text) })`), {
        permissions: { breadcrumbs: { read: ['*'], write: ['*'] } },
      }),
    ])
    const outcome = await call({ text: polluting })
    expect(outcome.succeeded).toBe(true)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('C17 makes a call from a record that asks for a tool, and a record of its outcome', async () => {
    const asking = makeToolCode(
      body(`const asked = await context.api.createBreadcrumb({ schema_name: 'tool.request.v1', context: { tool: 'helper', input: { n: 20 } } })
        return (await context.api.searchBreadcrumbs({ schema_name: 'tool.response.v1', tag: 'request:' + asked.id }))[0].context`),
      { name: 'asking', permissions: { breadcrumbs: { read: ['tool.response.v1'], write: ['tool.request.v1'] } } },
    )
    const helper = makeToolCode(body('return { twice: input.n * 2 }'), { name: 'helper' })
    const { call, core, facts } = await openToolCode([asking, helper])
    await core.publish({
      type: 'scripts.switched',
      chat: null,
      skill: 'sample',
      allowed: true,
      scriptsHash: core.registry().skills[0]?.scriptsHash ?? '',
    })
    const outcome = await call()
    expect(outcome.run?.result).toMatchObject({ status: 'success', output: { twice: 40 }, tool: 'helper' })
    const requests = facts.filter((fact) => fact.type === 'call.requested')
    expect(requests.map((fact) => [fact.tool, fact.caller?.kind])).toEqual([
      ['asking', 'person'],
      ['helper', 'tool'],
    ])
  })
})
