import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handleStored } from '#main/requests/handle-tools'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

async function start(options: Parameters<typeof openToolCode>[1] = { keyring: makeKeyring() }) {
  const asked: string[] = []
  const says = { yes: true }
  const file = join(makeTempDir(), 'out.jsonl')
  const tool = makeToolCode(body('return context.secrets.K.length'), {
    required_secrets: ['K'],
    examples: [{ input: {}, output: 12, description: 'Its length' }],
  })
  const opened = await openToolCode([tool], options)
  const handlers = handleStored(opened.core, {
    confirm: async ({ title, message }) => {
      asked.push(`${title} ${message}`)
      return says.yes
    },
    chooseTarget: async () => file,
  })
  return { ...opened, handlers, asked, says, file }
}

describe('the window’s secrets', () => {
  it('are listed with the tools that need them, and never with a value', async () => {
    const { handlers } = await start()
    expect(await handlers['secret.list']({})).toEqual({
      ok: true,
      value: { secrets: [], asks: [{ secret: 'K', skill: 'sample', tool: 'tool', isGranted: false }] },
    })
    expect(await handlers['secret.set']({ name: 'K', value: 'open sesame' })).toMatchObject({ ok: true })
    const listed = await handlers['secret.list']({})
    expect(listed).toMatchObject({ value: { secrets: [{ name: 'K', grants: [], lastUse: null }] } })
    expect(JSON.stringify(listed)).not.toContain('sesame')
  })

  it('are given to a tool, and removed, only if the person says so outside the page', async () => {
    const { handlers, asked, says } = await start()
    await handlers['secret.set']({ name: 'K', value: 'open sesame' })
    says.yes = false
    const given = { name: 'K', skill: 'sample', tool: 'tool' }
    expect(await handlers['secret.grant'](given)).toEqual({ ok: true, value: { granted: false } })
    expect(await handlers['secret.remove']({ name: 'K' })).toEqual({ ok: true, value: { removed: false } })
    expect(await handlers['secret.list']({})).toMatchObject({ value: { asks: [{ isGranted: false }] } })
    says.yes = true
    expect(await handlers['secret.grant'](given)).toEqual({ ok: true, value: { granted: true } })
    expect(await handlers['secret.list']({})).toMatchObject({
      value: { secrets: [{ grants: ['sample/tool'] }], asks: [{ isGranted: true }] },
    })
    await handlers['secret.revoke']({ name: 'K', holder: 'sample/tool' })
    expect(await handlers['secret.list']({})).toMatchObject({ value: { asks: [{ isGranted: false }] } })
    expect(asked).toContain('Give this secret to the tool? K for tool of sample')
  })

  it('are refused with a sentence if there is no key store', async () => {
    const { handlers } = await start({})
    const refused = await handlers['secret.set']({ name: 'K', value: 'x' })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'SECRET_REFUSED', message: { code: 'secrets-no-keyring' } },
    })
    expect(await handlers['secret.list']({})).toMatchObject({ value: { missing: { code: 'secrets-no-keyring' } } })
  })
})

describe('the window’s stored records', () => {
  it('are found, exported, and deleted if the person says so outside the page', async () => {
    const { handlers, core, file, says, asked } = await start()
    for (const title of ['Milk', 'Bread']) {
      const draft = { schema_name: 'note.v1', title, tags: [], context: { n: 1 } }
      await core.ledger.records({ do: 'create', draft, by: 'sample/tool' })
    }
    const found = await handlers['record.search']({ text: 'mil', offset: 0 })
    expect(found).toMatchObject({
      value: { records: [{ title: 'Milk' }], isMore: false, schemas: [{ schema: 'note.v1', count: 2 }] },
    })
    expect(await handlers['record.export']({})).toEqual({ ok: true, value: { file } })
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).title)).toEqual(['Bread', 'Milk'])
    const id = found.ok ? (found.value.records[0]?.id ?? '') : ''
    says.yes = false
    expect(await handlers['record.delete']({ id })).toEqual({ ok: true, value: { deleted: false } })
    says.yes = true
    expect(await handlers['record.delete']({ id })).toEqual({ ok: true, value: { deleted: true } })
    expect(await handlers['record.delete']({ id })).toMatchObject({ ok: false, error: { code: 'RECORD_UNKNOWN' } })
    expect(asked).toEqual(['Delete this record? Milk', 'Delete this record? Milk'])
  })
})

it('runs a tool’s examples as recorded calls, and shows what differs', async () => {
  const { handlers, core, facts } = await start()
  await handlers['secret.set']({ name: 'K', value: 'open sesame' })
  await core.grantSecret('K', 'sample', 'tool')
  const scriptsHash = core.registry().skills[0]?.scriptsHash ?? ''
  await core.publish({ type: 'scripts.switched', chat: null, skill: 'sample', allowed: true, scriptsHash })
  expect(await handlers['tool.runExamples']({ tool: 'tool' })).toMatchObject({
    value: {
      results: [{ description: 'Its length', isRight: false, differences: [{ expected: '12', actual: '11' }] }],
    },
  })
  expect(facts.filter(({ type }) => type === 'run.finished')).toHaveLength(1)
  expect(await handlers['tool.runExamples']({ tool: 'nothing' })).toMatchObject({ error: { code: 'TOOL_UNKNOWN' } })
})
