import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configIdOf } from '#main/calls/tool-config'
import { handleToolSettings, readPath } from '#main/requests/handle-tools'
import type { JsonObject } from '#shared/json'
import { makeKeyring } from '#test/helpers/test-keyring'
import { body, makeToolCode, openToolCode, type ToolCodeCore } from '#test/helpers/tool-code'

const READ_CONFIG = body(`
  if (!input.config_id) return 'no settings'
  const { config } = (await context.api.getBreadcrumb(input.config_id)).context
  const key = config.key && (await context.api.getSecret(config.key, 'test'))
  return { config, key: key?.length }`)

const fields = [
  {
    key: 'heat',
    label: 'Heat',
    type: 'number',
    ui_type: 'slider',
    default_value: 1,
    validation: { min: 0, max: 2, step: 0.1 },
  },
  { key: 'key', label: 'Key', type: 'secret', ui_type: 'secret-select', secret_name: 'K' },
  {
    key: 'list',
    label: 'List',
    type: 'string',
    ui_type: 'select',
    options_source: { schema_name: 'note.v1', value_path: '$.context.n', label_path: '$.title' },
  },
]

async function start(context: JsonObject = {}, more: Partial<Parameters<typeof openToolCode>[1]> = {}) {
  const asked: string[] = []
  const says = { yes: true }
  const tool = makeToolCode(READ_CONFIG, { ui_schema: { configurable: true, config_fields: fields }, ...context })
  const opened = await openToolCode([tool], { keyring: makeKeyring(), ...more })
  const handlers = handleToolSettings(opened.core, {
    confirm: async ({ message }) => {
      asked.push(message)
      return says.yes
    },
  })
  const save = (values: JsonObject) => handlers['tool.saveSettings']({ tool: 'tool', values: JSON.stringify(values) })
  return { ...opened, handlers, asked, says, save }
}

const secretId = ({ core }: Pick<ToolCodeCore, 'core'>) => core.secrets.list()[0]?.id ?? ''

describe('a tool’s settings', () => {
  it('start with the form’s values, are kept as a record, and reach the tool by its id', async () => {
    const { handlers, save, call, core } = await start()
    expect(await handlers['tool.settings']({ tool: 'tool' })).toMatchObject({
      value: {
        isSaved: false,
        values: { heat: 1 },
        problems: {},
        hosts: [],
        fields: [{ key: 'heat' }, { key: 'key' }, { key: 'list' }],
      },
    })
    expect((await call()).run?.result).toBe('no settings')
    expect(await save({ heat: 0.7, list: '', more: 'is dropped' })).toEqual({
      ok: true,
      value: { saved: true, problems: {} },
    })
    expect((await call()).run?.result).toEqual({ config: { heat: 0.7 } })
    const kept = await core.ledger.records({ do: 'get', id: configIdOf('sample/tool') })
    expect(kept).toMatchObject({ record: { schema_name: 'tool.config.v1', context: { config: { heat: 0.7 } } } })
    await save({ heat: 0.8 })
    expect(await handlers['tool.settings']({ tool: 'tool' })).toMatchObject({
      value: { isSaved: true, values: { heat: 0.8 } },
    })
  })

  it('make a different plan when they change', async () => {
    const { save, call } = await start()
    await save({ heat: 1 })
    const before = await call({}, { planOnly: true })
    await save({ heat: 2 })
    const after = await call({}, { planOnly: true })
    expect(after.plan?.digest).not.toBe(before.plan?.digest)
  })

  it('TC-27 that do not fit the form are reported and not kept', async () => {
    const { save, call } = await start()
    expect(await save({ heat: 3 })).toMatchObject({ value: { saved: false, problems: { heat: expect.anything() } } })
    expect((await call()).run?.result).toBe('no settings')
  })

  it('that no longer fit the tool’s changed form are reported, and run nothing', async () => {
    const { save, call, core, handlers } = await start()
    await save({ heat: 1.5 })
    const id = configIdOf('sample/tool')
    await core.ledger.records({ do: 'update', id, version: 1, changes: { context: { config: { heat: 15 } } } })
    const refused = await call()
    expect(refused.run).toBeUndefined()
    expect(refused.error?.code).toBe('TOOL_BROKEN')
    expect(refused.forModel).toMatch(/settings of tool do not fit its form any more\. Heat: .*save its settings again/)
    expect(await handlers['tool.settings']({ tool: 'tool' })).toMatchObject({
      value: { isSaved: true, problems: { heat: expect.anything() } },
    })
  })

  it('TC-28 keep the id of a secret, which a person grants to the tool, and never its value', async () => {
    const { save, call, core, asked, says, handlers, facts } = await start()
    await core.secrets.set('K', 'open sesame')
    const id = secretId({ core })
    expect(await handlers['tool.settings']({ tool: 'tool' })).toMatchObject({
      value: { values: { key: id }, secrets: [{ id, name: 'K' }] },
    })
    says.yes = false
    expect(await save({ key: id })).toMatchObject({ value: { saved: false } })
    says.yes = true
    expect(await save({ key: id })).toMatchObject({ value: { saved: true } })
    expect(asked).toEqual(['K for tool of sample', 'K for tool of sample'])
    const outcome = await call()
    expect(outcome.run?.result).toEqual({ config: { key: id }, key: 11 })
    expect(outcome.plan?.grants.secrets).toEqual(['K'])
    const kept = await core.ledger.records({ do: 'search', query: { limit: 50 } })
    expect(JSON.stringify([facts, outcome, kept])).not.toContain('sesame')
    await core.secrets.remove('K')
    expect(await call()).toMatchObject({
      error: { code: 'SECRET_UNAVAILABLE' },
      forModel: expect.stringMatching(/name a secret that is gone\. Key/),
    })
    expect(await save({ key: 'nobody' })).toMatchObject({
      value: { saved: false, problems: { key: expect.anything() } },
    })
  })

  it('are changed by no tool, whatever it may write, and read by no tool that may not', async () => {
    const source = body(`const said = []
      for (const act of [() => context.api.updateBreadcrumb(input.id, 1, { context: {} }), () => context.api.deleteBreadcrumb(input.id), () => context.api.getBreadcrumb(input.id)])
        try { said.push((await act())?.schema_name ?? 'done') } catch (error) { said.push(error.message) }
      return said`)
    const thief = makeToolCode(source, {
      name: 'thief',
      permissions: { breadcrumbs: { read: ['note.v1'], write: ['*'] } },
    })
    const mine = makeToolCode(READ_CONFIG, { name: 'mine', ui_schema: { configurable: true, config_fields: fields } })
    const { core, call } = await openToolCode([thief, mine])
    const { 'tool.saveSettings': save } = handleToolSettings(core, { confirm: async () => true })
    await save({ tool: 'mine', values: '{"heat":1}' })
    const outcome = await call({ id: configIdOf('sample/mine') })
    expect(outcome.run?.result).toEqual([
      expect.stringMatching(/Only a person can change/),
      expect.stringMatching(/Only a person can change/),
      expect.stringMatching(/no record/),
    ])
  })
})

describe('a field’s options', () => {
  it('come from what is stored', async () => {
    const { handlers, core } = await start()
    for (const n of [1, 2]) {
      const draft = { schema_name: 'note.v1', title: `Note ${n}`, tags: [], context: { n } }
      await core.ledger.records({ do: 'create', draft, by: 'sample/tool' })
    }
    expect(await handlers['tool.options']({ tool: 'tool', field: 'list' })).toEqual({
      ok: true,
      value: {
        options: [
          { value: 2, label: 'Note 2' },
          { value: 1, label: 'Note 1' },
        ],
      },
    })
    expect(await handlers['tool.options']({ tool: 'tool', field: 'heat' })).toMatchObject({ ok: false })
    expect(readPath({ a: { b: [{ c: 1 }] } }, '$.a.b[0].c')).toBe(1)
    expect(readPath({ a: {} }, '$.__proto__.constructor')).toBeUndefined()
  })

  it('come from an address by a recorded call, and from a local host only if a person allowed it', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m1","name":"Model 1"},{"id":"m2"}]}')
    })
    onTestFinished(() => void server.close())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const config_fields = [
      {
        key: 'model',
        label: 'Model',
        ui_type: 'select',
        options_source: { url: `${origin}/models`, value_field: 'id', label_field: 'name' },
      },
    ]
    const { handlers, facts, asked, says, core } = await start({ ui_schema: { configurable: true, config_fields } })
    const load = () => handlers['tool.options']({ tool: 'tool', field: 'model' })
    expect(core.registry().tools.map(({ name }) => name)).toEqual(['tool'])
    expect(await load()).toMatchObject({ ok: false, error: { code: 'OPTIONS_UNREAD' } })
    const fetching = { tool: 'tool_options_model', host: origin }
    expect(await handlers['tool.settings']({ tool: fetching.tool })).toMatchObject({
      value: { hosts: [{ host: origin, isGranted: false }] },
    })
    says.yes = false
    expect(await handlers['tool.grantHost']({ ...fetching, granted: true })).toMatchObject({
      value: { granted: false },
    })
    says.yes = true
    expect(await handlers['tool.grantHost']({ ...fetching, granted: true })).toMatchObject({ value: { granted: true } })
    expect(asked.at(-1)).toBe(`tool_options_model of sample: ${origin}`)
    expect(await load()).toEqual({
      ok: true,
      value: {
        options: [
          { value: 'm1', label: 'Model 1' },
          { value: 'm2', label: 'm2' },
        ],
      },
    })
    expect(facts.filter((fact) => fact.type === 'run.started')).toHaveLength(2)
    await handlers['tool.grantHost']({ ...fetching, granted: false })
    expect(await load()).toMatchObject({ ok: false })
  })
})

describe('T5 a host on this computer', () => {
  it('is reached only by a tool that names it and was allowed to, and by no other version of it', async () => {
    const server = createServer((_, response) => response.end('hello'))
    onTestFinished(() => void server.close())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const source = body(`return (await fetch('${host}')).text()`)
    const { handlers, core, call, home } = await start()
    expect(await handlers['tool.grantHost']({ tool: 'tool', host, granted: true })).toMatchObject({ ok: false })
    await core.close()
    const tool = makeToolCode(source, { permissions: { network: [host] } })
    const reaching = await openToolCode([tool], { home })
    expect((await reaching.call()).forModel).toContain('NotCapable')
    const { 'tool.grantHost': grant } = handleToolSettings(reaching.core, { confirm: async () => true })
    await grant({ tool: 'tool', host, granted: true })
    const outcome = await reaching.call()
    expect(outcome.run?.result).toBe('hello')
    expect(outcome.plan?.grants).toMatchObject({ hosts: [host], inner: [host] })
    await reaching.core.close()
    const changed = await openToolCode([makeToolCode(`${source}\n`, { permissions: { network: [host] } })], { home })
    expect((await changed.call()).forModel).toContain('NotCapable')
    expect(call).toBeDefined()
  })
})
