import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { setUpApp } from './set-up.ts'
import { answerDialogs, go, install, openSkill, PATIENCE, trust } from './steps.ts'

const { open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error('no record')
  const draft = { schema_name: 'note.v1', title: 'The bin is emptied on Tuesdays', tags: [], context: { text: 'bin' } }
  await opened.ledger.records({ do: 'create', draft, by: 'toolbox/toolbox_notes' })
  await opened.ledger.close()
  await start(home)
})

describe('a tool in one file', () => {
  it('is installed from its file, and shows its source and where it sends', async () => {
    const source = body('return { twice: input.n * 2 }')
    const tool = makeToolCode(source, {
      ...{ name: 'double', permissions: { network: ['api.example.com'] } },
      examples: [{ input: { n: 2 }, output: { twice: 4 }, description: 'Two' }],
    })
    const file = join(makeTempDir(), 'double.json')
    writeFileSync(file, JSON.stringify(tool))
    await install(open, file, 'double')
    const review = open.page.getByRole('article', { name: 'Review of double' })
    await expect.poll(() => review.textContent(), PATIENCE).toContain('input.n * 2')
    await open.page.screenshot({ path: '/tmp/toolcode-review.png' })
    await expect.poll(() => review.textContent(), PATIENCE).toContain('api.example.com')
    await answerDialogs(open, 1)
    await trust(open, 'double')
    await openSkill(open, 'double')
    await open.page.screenshot({ path: '/tmp/toolcode-sheet.png' })
  })
})

describe('settings', () => {
  it('says why no secret can be kept where the system has no key store', async () => {
    await go(open, 'Settings')
    const secrets = open.page.getByRole('region', { name: 'Secrets', exact: true })
    await secrets.scrollIntoViewIfNeeded()
    await expect.poll(() => secrets.textContent(), PATIENCE).toMatch(/no key store|Save secret/)
    await open.page.screenshot({ path: '/tmp/toolcode-secrets.png' })
  })

  it('lists what tools stored, and finds it', async () => {
    const stored = open.page.getByRole('region', { name: 'Stored', exact: true })
    await stored.scrollIntoViewIfNeeded()
    await stored.getByText('The bin is emptied on Tuesdays').first().waitFor()
    await stored.getByRole('searchbox', { name: 'Search records' }).fill('nothing')
    await stored.getByText('No matching records').waitFor()
    await stored.getByRole('searchbox', { name: 'Search records' }).fill('bin')
    await stored.getByText('The bin is emptied on Tuesdays').first().waitFor()
    await open.page.screenshot({ path: '/tmp/toolcode-stored.png' })
  })
})
