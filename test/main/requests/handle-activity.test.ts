import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handleActivity } from '#main/requests/handle-record'
import { textOf } from '#shared/messages/message'
import { openShop } from '#test/helpers/installed-skill'
import { makeTempDir } from '#test/helpers/temp-dir'

async function open(texts: string[], folder = makeTempDir()) {
  let deny = false
  const shop = await openShop(undefined, {
    decide: async () => ({ decision: deny ? 'deny' : 'once', by: 'person' }),
  })
  await shop.trust()
  for (const text of texts) {
    deny = text === 'no'
    await shop.say(text)
  }
  let chosen: string | null = null
  const activity = handleActivity(shop.core, {
    chooseTarget: async (name) => {
      chosen = folder === '' ? null : join(folder, name)
      return chosen
    },
  })
  return { activity, folder }
}

describe('the record of commands', () => {
  it('can be read from any place, newest first, and past its end as the newest page', async () => {
    const { activity } = await open(['one', 'two', 'three'])
    const wordsAt = async (from: number) => {
      const page = await activity['activity.page']({ from, limit: 2 })
      if (!page.ok) throw new Error(textOf(page.error.message))
      expect(page.value).toMatchObject({ total: 3, isPartial: false })
      return [page.value.from, ...page.value.rows.map(({ argv }) => argv[1])]
    }
    expect(await wordsAt(0)).toEqual([0, 'two', 'one'])
    expect(await wordsAt(1)).toEqual([1, 'three', 'two'])
    expect(await wordsAt(Number.MAX_SAFE_INTEGER)).toEqual([2, 'three'])
  })

  it('is filtered by state, skill and words, with the number of matches', async () => {
    const { activity } = await open(['no', 'one', 'two', 'three', 'no'])
    const find = async (filter: object) => {
      const page = await activity['activity.page']({ from: 0, limit: 1, ...filter })
      return page.ok && [page.value.total, page.value.rows[0]?.argv[1]]
    }
    expect(await find({ state: 'denied' })).toEqual([2, 'no'])
    expect(await find({ state: 'done' })).toEqual([3, 'one'])
    expect(await find({ skill: 'nobody' })).toEqual([0, undefined])
    expect(await find({ search: ' thre ' })).toEqual([1, 'three'])
    expect(await find({ search: 'echo', state: 'done', skill: 'sample', from: 1 })).toEqual([3, 'two'])
  })

  it('is exported as lines of JSON, complete and without leftovers', async () => {
    const { activity, folder } = await open(['one', 'no'])
    const done = await activity['activity.export']({ format: 'jsonl' })
    expect(done).toMatchObject({ ok: true, value: { rows: 2 } })
    expect(readdirSync(folder)).toEqual(['skillet-activity.jsonl'])
    const lines = readFileSync(join(folder, 'skillet-activity.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).state)).toEqual(['denied', 'done'])
  })

  it('is exported as a table in which no model’s text is a formula', async () => {
    const { activity, folder } = await open(['=1+1', 'a "quoted", text'])
    await activity['activity.export']({ format: 'csv' })
    const [head, ...rows] = readFileSync(join(folder, 'skillet-activity.csv'), 'utf8').trimEnd().split('\n')
    expect(head).toMatch(/^seq,at,chat,call,run,skill,tool,argv,state,/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('"[""echo"",""a \\""quoted\\"", text""]"')
    for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+@]/)
  })

  it('is not written if no file is chosen, and says why if it cannot be written', async () => {
    const none = await open(['one'], '')
    expect(await none.activity['activity.export']({ format: 'csv' })).toEqual({
      ok: true,
      value: { file: null, rows: 0 },
    })
    const gone = await open(['one'], join(makeTempDir(), 'missing'))
    expect(await gone.activity['activity.export']({ format: 'csv' })).toMatchObject({
      error: { code: 'FILE_NOT_WRITTEN', message: expect.stringContaining('could not be written') },
    })
  })
})
