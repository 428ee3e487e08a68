import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { CURRENT_VERSION, MIGRATIONS, migrate, versionOf } from '#main/ledger/migrations'

const INSERT = `INSERT INTO facts (seq, at, type, body, prev, hash) VALUES (1, 'now', 't', '{}', '', 'h')`

function makeDatabase(): Database.Database {
  const db = new Database(':memory:')
  migrate(db)
  return db
}

describe('migrate', () => {
  it('brings an empty database to the current version, and does nothing the second time', () => {
    const db = makeDatabase()
    expect(versionOf(db)).toBe(CURRENT_VERSION)
    migrate(db)
    expect(db.prepare('SELECT version, seq, texts FROM head').get()).toEqual({
      version: CURRENT_VERSION,
      seq: 0,
      texts: 0,
    })
  })

  it('continues from the version a database has, and keeps its facts', () => {
    const db = makeDatabase()
    db.exec(INSERT)
    const next = { version: CURRENT_VERSION + 1, sql: 'CREATE TABLE later (id INTEGER)' }
    migrate(db, [...MIGRATIONS, next])
    expect(versionOf(db)).toBe(CURRENT_VERSION + 1)
    expect(db.prepare('SELECT version FROM head').pluck().get()).toBe(CURRENT_VERSION + 1)
    expect(db.prepare('SELECT count(*) FROM facts').pluck().get()).toBe(1)
  })

  it('leaves a database at its version if a step fails', () => {
    const db = makeDatabase()
    const broken = { version: CURRENT_VERSION + 1, sql: 'CREATE TABLE later (id INTEGER); CREATE TABLE facts (id)' }
    expect(() => migrate(db, [...MIGRATIONS, broken])).toThrow(/already exists/)
    expect(versionOf(db)).toBe(CURRENT_VERSION)
    expect(db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'later'`).pluck().get()).toBe(0)
  })

  it('numbers its steps in sequence', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, n) => n + 1))
  })
})

describe('the tables', () => {
  it('refuse to change or delete a fact or a text', () => {
    const db = makeDatabase()
    db.exec(`${INSERT}; INSERT INTO texts VALUES ('s', 't')`)
    expect(() => db.exec(`UPDATE facts SET type = 'x'`)).toThrow('facts never change')
    expect(() => db.exec('DELETE FROM facts')).toThrow('facts never go')
    expect(() => db.exec(`UPDATE texts SET text = 'x'`)).toThrow('texts never change')
    expect(() => db.exec('DELETE FROM texts')).toThrow('texts never go')
  })

  it.each(['no json', '[]', '"text"', ' {}', '{"a":"\u0005"}'])('refuse %j as the body of a fact', (body) => {
    const insert = makeDatabase().prepare(INSERT.replace(`'{}'`, '?'))
    expect(() => insert.run(body)).toThrow(/CHECK constraint failed|malformed JSON/)
  })
})
