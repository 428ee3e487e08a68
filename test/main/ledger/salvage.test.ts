import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashText } from '#main/ledger/chain'
import { parseFacts } from '#main/ledger/fact-json'
import type { Salvaged } from '#main/ledger/messages'
import { openHome } from '#main/ledger/open-store'
import { openRecords } from '#main/ledger/records'
import { rescue } from '#main/ledger/salvage'
import type { Fact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeUnclosedHome } from './make-unclosed-home.ts'
import { DROP_GUARDS, openHere, tamper } from './open-for-test.ts'

const TURNS = 50
const FACTS = TURNS * 4
const PAGE = 4096

async function makeHome(): Promise<string> {
  const home = await makeUnclosedHome(makeTempDir(), TURNS)
  const ledger = await openHere(home)
  ledger.close()
  return home
}

function overwrite(home: string, from: number, to: number, file = 'skillet.db'): void {
  const path = join(home, file)
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, Math.min(to, bytes.length))
  writeFileSync(path, bytes)
}

/** Opens what was damaged, checks all that must hold however bad it is, and gives what was rescued. */
async function openDamaged(home: string): Promise<{ salvaged: Salvaged; facts: Fact[] }> {
  const damaged = existsSync(join(home, 'skillet.db')) ? readFileSync(join(home, 'skillet.db')) : null
  const ledger = await openHere(home)
  const { salvaged } = ledger
  if (!salvaged) throw new Error('It opened as if nothing had happened.')
  if (damaged) expect(readFileSync(salvaged.movedTo).equals(damaged)).toBe(true)
  const facts = ledger.read()
  const told = facts.find(({ type }) => type === 'ledger.salvaged')
  expect(told).toMatchObject({ chat: null, movedTo: salvaged.movedTo, kept: salvaged.kept, reason: salvaged.reason })
  expect(told?.seq).toBe(salvaged.kept + 1)
  expect(await ledger.verify()).toEqual({ ok: true, facts: facts.length })
  ledger.close()
  const again = await openHere(home)
  expect(again.salvaged).toBeUndefined()
  again.close()
  return { salvaged, facts: facts.slice(0, salvaged.kept) }
}

describe('a damaged record', () => {
  it('that is not a database is kept under another name, and a new one says so', async () => {
    const home = makeTempDir()
    writeFileSync(join(home, 'skillet.db'), 'This is no database. '.repeat(500))
    const { salvaged } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: 0, reason: 'The record was damaged: file is not a database.' })
    expect(salvaged.movedTo).toMatch(/skillet\.db\.damaged-\d{4}-\d{2}-\d{2}T[\d-]+Z$/)
  })

  it('that is empty does not count as new', async () => {
    const home = await makeHome()
    truncateSync(join(home, 'skillet.db'), 0)
    const { salvaged } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: 0, lost: FACTS, reason: /file is empty.*could not be read: 200/ })
  })

  it('that is gone does not count as one that never was', async () => {
    const home = await makeHome()
    rmSync(join(home, 'skillet.db'))
    const { salvaged } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: 0, lost: FACTS, reason: /database file is gone/ })
  })

  it.each([
    ['header', 0, 100],
    ['first page', 0, PAGE],
    ['root of the facts', PAGE, 2 * PAGE],
    ['first two pages', 0, 2 * PAGE],
  ])('of which the %s is overwritten loses no fact', async (_, from, to) => {
    const home = await makeHome()
    overwrite(home, from, to)
    const { salvaged, facts } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: FACTS, lost: 0 })
    expect(facts[0]).toMatchObject({ seq: 1, type: 'message.added', content: 'question 0' })
    expect(facts.at(-1)).toMatchObject({ seq: FACTS, content: `answer ${TURNS - 1}` })
  })

  it('that is cut in half keeps the facts of the remaining half, in order', async () => {
    const home = await makeHome()
    truncateSync(join(home, 'skillet.db'), Math.floor(statSync(join(home, 'skillet.db')).size / 2))
    const { salvaged, facts } = await openDamaged(home)
    expect(salvaged.kept).toBeGreaterThan(10)
    expect(salvaged.kept + (salvaged.lost ?? 0)).toBe(FACTS)
    const questions = facts.flatMap((fact) => ('content' in fact ? [fact.content] : []))
    const number = (content: string) => Number(content.split(' ')[1])
    expect(questions.map(number)).toEqual(questions.map(number).toSorted((a, b) => a - b))
  })

  it('keeps its texts', async () => {
    const home = await makeHome()
    overwrite(home, 0, 2 * PAGE)
    await openDamaged(home)
    const { store } = await openHere(home)
    const text = 'output 10 '.repeat(1000)
    expect(store.readText(hashText(text))).toBe(text)
    expect(parseFacts(store.search({ text: 'answer 49', limit: 9 }))).toHaveLength(1)
  })

  it.each([
    ['the search index', 'DROP TABLE search'],
    ['an index', 'DROP INDEX facts_by_run'],
    ['the guards', DROP_GUARDS],
    ['its head', 'DELETE FROM head'],
    ['the table of texts', 'DROP TABLE texts'],
  ])('that lacks %s keeps every fact', async (_, sql) => {
    const home = await makeHome()
    tamper(home, sql)
    expect((await openDamaged(home)).salvaged).toMatchObject({ kept: FACTS, lost: 0 })
  })

  it('without its facts says how many there were', async () => {
    const home = await makeHome()
    tamper(home, 'PRAGMA secure_delete = ON; DROP TABLE facts')
    expect((await openDamaged(home)).salvaged).toMatchObject({ kept: 0, lost: FACTS })
  })

  it('keeps an edited fact, but says that it was changed', async () => {
    const home = await makeHome()
    tamper(home, DROP_GUARDS, `UPDATE facts SET body = replace(body, 'question 3', 'question x') WHERE seq = 13`)
    const { salvaged, facts } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: FACTS, reason: expect.stringMatching(/although they were altered: 1\./) })
    expect(facts[12]).toMatchObject({ content: 'question x' })
  })

  it('loses nothing if only the pending log is damaged', async () => {
    const home = await makeUnclosedHome(makeTempDir(), TURNS)
    const middle = 32 + 5 * (PAGE + 24) + 1000
    overwrite(home, middle, middle + 8, 'skillet.db-wal')
    const { salvaged } = await openDamaged(home)
    expect(salvaged).toMatchObject({ kept: FACTS, lost: 0, reason: /it ends at entry \d+, but 200 were recorded/ })
  })

  it('notices that the log was deleted', async () => {
    const home = await makeUnclosedHome(makeTempDir(), TURNS)
    rmSync(join(home, 'skillet.db-wal'))
    const { salvaged } = await openDamaged(home)
    expect(salvaged.kept).toBe(104)
    expect(salvaged.lost).toBe(FACTS - 104)
  })
})

const RECORDS = 120

/** With records of tools: the third was changed, the second deleted. */
async function makeStoringHome(): Promise<string> {
  const home = await makeHome()
  const { db, close } = await openHome({ home, waitForOwnerMs: 0, readOnly: false })
  const { answer } = openRecords(db)
  const make = (n: number) => {
    const draft = {
      schema_name: 'note.v1',
      title: `note ${n}`,
      tags: [`tag ${n % 7}`],
      context: { long: 'x'.repeat(n * 100), n },
    }
    const made = answer({ do: 'create', draft, by: 'a/tool' })
    return made.ok && 'record' in made ? made.record.id : ''
  }
  db.exec('BEGIN')
  const ids = Array.from({ length: RECORDS }, (_, n) => make(n))
  answer({ do: 'update', id: ids[2] ?? '', version: 1, changes: { title: 'note two', context: { n: -5 } } })
  answer({ do: 'delete', id: ids[1] ?? '' })
  db.exec('COMMIT')
  close()
  return home
}

async function readRecords(home: string) {
  const { db, close } = await openHome({ home, waitForOwnerMs: 0, readOnly: false })
  const reply = openRecords(db).answer({ do: 'search', query: { limit: RECORDS * 2 } })
  const [two] = db
    .prepare<[], { words: number }>("SELECT count(*) AS words FROM record_words WHERE record_words MATCH 'two'")
    .all()
  close()
  const records = reply.ok && 'found' in reply ? reply.found.records : []
  return { records, titles: new Set(records.map(({ title }) => title)), two: two?.words }
}

describe('what tools stored', () => {
  it.each([
    ['lacks an index', (home: string) => tamper(home, 'DROP INDEX facts_by_run'), 0],
    ['cannot be opened', (home: string) => overwrite(home, 0, 2 * PAGE), 1],
  ])('is kept whole where the database %s', async (_, damage, mayBeBack) => {
    const home = await makeStoringHome()
    const before = await readRecords(home)
    expect(before.records).toHaveLength(RECORDS - 1)
    damage(home)
    await openDamaged(home)
    const after = await readRecords(home)
    expect([...before.titles].filter((title) => !after.titles.has(title))).toEqual([])
    expect(after.records.length - before.records.length).toBeLessThanOrEqual(mayBeBack)
    const key = ({ id }: { id: string }) => id
    const kept = after.records.filter(({ id }) => before.records.some((each) => each.id === id))
    expect(kept.toSorted((a, b) => key(a).localeCompare(key(b)))).toEqual(
      before.records.toSorted((a, b) => key(a).localeCompare(key(b))),
    )
    expect(after.two).toBe(1)
  })

  it('is kept as far as it can be read if pages in the middle are overwritten', async () => {
    const home = await makeStoringHome()
    const bytes = readFileSync(join(home, 'skillet.db'))
    const at = bytes.indexOf('note 50')
    overwrite(home, at - (at % PAGE), at - (at % PAGE) + PAGE)
    tamper(home, 'DROP INDEX facts_by_run')
    await openDamaged(home)
    const { titles } = await readRecords(home)
    expect([titles.has('note 10'), titles.has('note 119')]).toEqual([true, true])
    expect(titles.size).toBeGreaterThan(RECORDS - 20)
  })

  it('is dropped if its text is no longer JSON', async () => {
    const home = await makeStoringHome()
    tamper(home, "UPDATE records SET context = '{' WHERE title = 'note 7'", 'DROP INDEX facts_by_run')
    await openDamaged(home)
    const { titles } = await readRecords(home)
    expect([titles.has('note 6'), titles.has('note 7'), titles.has('note 8')]).toEqual([true, false, true])
  })
})

describe('an interrupted rescue', () => {
  it('starts over if the damaged record is still in its place', async () => {
    const home = await makeHome()
    overwrite(home, 0, 100)
    rescue(home, 'a first try', new Date())
    writeFileSync(join(home, 'skillet.db.rescuing'), 'half of it')
    expect((await openDamaged(home)).salvaged.kept).toBe(FACTS)
    expect(readdirSync(home).filter((name) => name.includes('rescu'))).toEqual([])
  })

  it('continues if the damaged record has already been moved', async () => {
    const home = await makeHome()
    truncateSync(join(home, 'skillet.db'), 10 * PAGE)
    const { movedTo, kept } = rescue(home, 'a first try', new Date())
    renameSync(join(home, 'skillet.db'), movedTo)
    writeFileSync(join(home, 'skillet.db-wal'), 'of the damaged one')
    const { salvaged } = await openDamaged(home)
    expect(salvaged).toMatchObject({ movedTo, kept, reason: /a first try/ })
    expect(kept).toBeLessThan(FACTS)
    expect(readFileSync(`${movedTo}-wal`, 'utf8')).toBe('of the damaged one')
  })
})
