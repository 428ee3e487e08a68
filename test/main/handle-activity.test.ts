import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handleActivity } from '#main/handle-activity'
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
  it('is listed newest first, and goes on where a page ended', async () => {
    const { activity } = await open(['one', 'two', 'three'])
    const first = await activity['activity.list']({ limit: 2 })
    if (!first.ok) throw new Error(first.error.message)
    expect(first.value.runs.map(({ argv }) => argv[1])).toEqual(['three', 'two'])
    expect(first.value).toMatchObject({ more: true, next: expect.any(Number) })
    const second = await activity['activity.list']({ limit: 2, before: first.value.next ?? 0 })
    expect(second).toMatchObject({ value: { runs: [{ argv: ['echo', 'one'] }], more: false } })
  })

  it('is filtered by state and by skill over more than one page', async () => {
    const { activity } = await open(['no', 'one', 'two', 'three', 'no'])
    const denied = await activity['activity.list']({ limit: 1, state: 'denied' })
    if (!denied.ok) throw new Error(denied.error.message)
    expect(denied.value.runs).toMatchObject([{ state: 'denied' }])
    const older = await activity['activity.list']({ limit: 1, state: 'denied', before: denied.value.next ?? 0 })
    expect(older).toMatchObject({ value: { runs: [{ state: 'denied' }] } })
    expect(await activity['activity.list']({ limit: 5, skill: 'nobody' })).toEqual({
      ok: true,
      value: { runs: [], more: false },
    })
  })

  it('is exported as lines of JSON, whole and with nothing left beside it', async () => {
    const { activity, folder } = await open(['one', 'no'])
    const done = await activity['activity.export']({ format: 'jsonl' })
    expect(done).toMatchObject({ ok: true, value: { rows: 2 } })
    expect(readdirSync(folder)).toEqual(['skillet-activity.jsonl'])
    const lines = readFileSync(join(folder, 'skillet-activity.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).state)).toEqual(['denied', 'done'])
  })

  it('is exported as a table in which nothing a model wrote is a formula', async () => {
    const { activity, folder } = await open(['=1+1', 'a "quoted", text'])
    await activity['activity.export']({ format: 'csv' })
    const [head, ...rows] = readFileSync(join(folder, 'skillet-activity.csv'), 'utf8').trimEnd().split('\n')
    expect(head).toMatch(/^seq,at,chat,call,run,skill,tool,argv,state,/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('"[""echo"",""a \\""quoted\\"", text""]"')
    for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+@]/)
  })

  it('writes nothing where no file is chosen, and says why where it cannot write', async () => {
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
