import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openShop, type Shop } from '#test/helpers/installed-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { describeTool } from '#test/main/skills/write-skill'

const PLAIN = { 'tools.json': describeTool().replaceAll('echo', 'basename') }
const HELPED = {
  'tools.json': JSON.stringify({
    tools: [{ name: 'say', parameters: { type: 'object', properties: { text: { type: 'string' } } } }],
    allowlist: { printf: [''], basename: [''] },
    execution: [
      {
        ...{ tool: 'say', binary: 'printf', subcommand: '' },
        args: [{ param: 'text', resolveCommand: { binary: 'basename', subcommand: '', args: ['$param'] } }],
      },
    ],
  }),
}

it('does not compare the programs of a skill that nobody trusted yet', async () => {
  const shop = await openShop(PLAIN)
  const review = await shop.handlers['skill.review']({ skill: 'sample' })
  expect(review.ok && review.value.binaries).toMatchObject([{ name: 'basename', path: expect.any(String) }])
  expect(review.ok && review.value.binaries[0]?.isOther).toBeFalsy()
})

describe('the programs of a trusted skill', () => {
  it('run by the policy as long as they are those that it was trusted with', async () => {
    const { shop, reasons } = await open(PLAIN)
    await shop.say('hello')
    await shop.say('again')
    expect(reasons).toEqual([])
  })

  it.each([
    ['is replaced', 'second'],
    ['is found in another folder', 'first'],
  ] as const)('ask each time after one %s, until the skill is trusted again', async (_how, where) => {
    const { shop, reasons, plant } = await open(PLAIN)
    plant(where, 'echo planted')
    await shop.say('hello')
    await shop.say('again')
    const why = 'basename is not the program that you trusted sample with; review the skill to trust it'
    expect(reasons).toEqual([why, why])
    const review = await shop.handlers['skill.review']({ skill: 'sample' })
    expect(review.ok && review.value.binaries).toMatchObject([{ name: 'basename', isOther: true }])
    await shop.trust()
    const after = await shop.handlers['skill.review']({ skill: 'sample' })
    expect(after.ok && after.value.binaries[0]?.isOther).toBeFalsy()
    expect((await shop.say('once more')).run?.stdout).toBe('planted\n')
    expect(reasons).toHaveLength(2)
  })

  it('ask where another one works out a value', async () => {
    const { shop, reasons, plant } = await open(HELPED)
    plant('second', 'echo planted')
    await shop.say('hello')
    expect(reasons[0]).toContain('basename is not the program that you trusted sample with')
  })

  it('are not known to an older decision, which asks and is renewed by one press', async () => {
    const { shop, reasons } = await open(PLAIN)
    await shop.core.publish({ type: 'skill.trusted', chat: null, skill: 'sample', hash: shop.skill()?.hash ?? '' })
    expect(shop.skill()).toMatchObject({ state: 'trusted', programs: null })
    await shop.say('hello')
    expect(reasons).toEqual(['you trusted sample before Skillet noted the programs; renew your trust on its page'])
    await shop.handlers['skill.trust']({ skill: 'sample', hash: shop.skill()?.hash ?? '' })
    expect(shop.questions.asked[0]?.detail).toContain('Programs: basename')
    await shop.say('again')
    expect(reasons).toHaveLength(1)
  })
})

/** Trusted, and every trusted skill runs unasked. `plant` leaves one `basename` in their folders. */
async function open(files: Record<string, string>) {
  const folders = { first: makeTempDir(), second: makeTempDir() }
  const before = process.env.PATH
  process.env.PATH = [folders.first, folders.second, before].join(':')
  onTestFinished(() => {
    process.env.PATH = before
  })
  const plant = (where: keyof typeof folders, line: string) => {
    for (const folder of Object.values(folders)) rmSync(join(folder, 'basename'), { force: true })
    const file = join(folders[where], 'basename')
    writeFileSync(file, `#!/bin/sh\n${line}\n`)
    chmodSync(file, 0o755)
  }
  plant('second', '/usr/bin/basename "$@"')
  const reasons: string[] = []
  const shop: Shop = await openShop(files, {
    decide: async (_call, _plan, { reason }) => {
      reasons.push(typeof reason === 'string' ? reason : textOf(reason))
      return { decision: 'once', by: 'person' }
    },
  })
  await shop.trust()
  await shop.core.publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'trusted' })
  return { shop, reasons, plant }
}
