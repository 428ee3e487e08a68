import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openServerShop, packaged } from '#test/helpers/mcp-skill'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

it('reviews a server twice, and then calls its tools like any other', async () => {
  const shop = await openServerShop({ everything: packaged('server-everything') }, { sandbox: 'auto' })
  await shop.core.restock()
  expect(shop.skill()).toMatchObject({ state: 'quarantined', format: 'mcp', tools: [] })
  expect(shop.facts).toEqual([])
  expect(await shop.connect()).toMatchObject({ ok: false, error: { code: 'SKILL_UNTRUSTED' } })

  await shop.trust()
  expect(await shop.connect()).toMatchObject({ ok: true, value: { state: 'changed' } })
  expect(shop.facts.map(({ type }) => type)).toEqual([
    ...['skill.trusted', 'server.started', 'server.ended', 'server.listed'],
  ])
  expect(await shop.call('everything_echo', { message: 'hello' })).toMatchObject({ error: { code: 'SKILL_CHANGED' } })

  await shop.trust()
  const outcome = await shop.call('everything_echo', { message: 'hello' })
  expect(outcome).toMatchObject({ succeeded: true, forModel: 'Echo: hello' })
  expect(outcome.plan).toMatchObject({
    sandbox: sandboxHere.word,
    action: { kind: 'mcp', tool: 'echo', args: { message: 'hello' } },
    risk: { class: 'C' },
  })
  await shop.call('everything_echo', { message: 'again' })
  expect(shop.facts.filter(({ type }) => type === 'server.started')).toHaveLength(2)
  await shop.core.close()
  expect(shop.facts.filter(({ type }) => type === 'server.ended')).toHaveLength(2)
})

it('returns structured content, pictures and links', async () => {
  const shop = await openServerShop({ everything: packaged('server-everything') }, { sandbox: 'auto' })
  await shop.accept()
  const weather = await shop.call('everything_get-structured-content', { location: 'New York' })
  expect(weather).toMatchObject({ succeeded: true, run: { result: { temperature: expect.any(Number) } } })
  expect((await shop.call('everything_get-tiny-image')).forModel).toMatch(/\[image image\/png, \d+ bytes\]/)
  expect((await shop.call('everything_get-resource-links', { count: 2 })).forModel).toContain('[resource ')
  expect((await shop.call('everything_get-sum', { a: 1, b: 2 })).forModel).toContain('3')
})

it('keeps a server to the folders it was granted', async () => {
  const folder = realpathSync(makeTempDir())
  mkdirSync(join(folder, 'open'))
  mkdirSync(join(folder, 'closed'))
  writeFileSync(join(folder, 'open', 'a.txt'), 'content of a')
  const roots = [join(folder, 'open')]
  const shop = await openServerShop(
    { files: packaged('server-filesystem', roots, { folders: roots }) },
    { sandbox: 'auto' },
  )
  await shop.accept()
  const read = await shop.call('files_read_text_file', { path: join(folder, 'open', 'a.txt') })
  expect(read).toMatchObject({ succeeded: true, forModel: expect.stringContaining('content of a') })
  const written = { path: join(folder, 'open', 'b.txt'), content: 'b' }
  expect(await shop.call('files_write_file', written)).toMatchObject({ succeeded: true })
  const outside = { path: join(folder, 'closed', 'b.txt'), content: 'b' }
  expect(await shop.call('files_write_file', outside)).toMatchObject({ run: { how: 'failed' }, succeeded: false })
})

it('keeps one process for all calls, so that it remembers things for the next', async () => {
  const memory = packaged('server-memory', [], { env: { MEMORY_FILE_PATH: '/tmp/m.json' } })
  const shop = await openServerShop({ memory }, { sandbox: 'auto' })
  await shop.accept()
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }]
  const made = await shop.call('memory_create_entities', { entities })
  expect(made).toMatchObject({ succeeded: true, plan: { sandbox: sandboxHere.word } })
  expect((await shop.call('memory_search_nodes', { query: 'program' })).forModel).toContain('Ada')
})
