import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { removeDatabase } from './home.ts'
import { VECTORS_SQL } from './record-vectors.ts'
import { RECORDS_SQL } from './records.ts'
import { UNFINISHED } from './unfinished.ts'

interface Migration {
  version: number
  sql: string
}

export const IS_BODY = `json_valid(body) AND substr(body, 1, 1) = '{'`

/** Only append to this list: a database stores the number of its last migration. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    // Each index ends in the row's seq. `search` stores no text of its own, because facts never change.
    sql: `
      CREATE TABLE facts (
        seq INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        chat TEXT,
        type TEXT NOT NULL,
        body TEXT NOT NULL CHECK (${IS_BODY}),
        prev TEXT NOT NULL,
        hash TEXT NOT NULL,
        call TEXT GENERATED ALWAYS AS (json_extract(body, '$.call')) VIRTUAL,
        run TEXT GENERATED ALWAYS AS (json_extract(body, '$.run')) VIRTUAL,
        turn TEXT GENERATED ALWAYS AS (json_extract(body, '$.turn')) VIRTUAL
      ) STRICT;
      CREATE TABLE texts (sha256 TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT;
      CREATE TABLE head (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        version INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        texts INTEGER NOT NULL
      ) STRICT;
      INSERT INTO head VALUES (1, 1, 0, '', 0);
      CREATE INDEX facts_by_chat ON facts (chat);
      CREATE INDEX facts_by_type ON facts (type);
      CREATE INDEX facts_by_call ON facts (call, type) WHERE call IS NOT NULL;
      CREATE INDEX facts_by_run ON facts (run, type) WHERE run IS NOT NULL;
      CREATE INDEX facts_by_turn ON facts (turn, type) WHERE turn IS NOT NULL;
      CREATE TRIGGER facts_never_change BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts never change'); END;
      CREATE TRIGGER facts_never_go BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts never go'); END;
      CREATE TRIGGER texts_never_change BEFORE UPDATE ON texts BEGIN SELECT RAISE(ABORT, 'texts never change'); END;
      CREATE TRIGGER texts_never_go BEFORE DELETE ON texts BEGIN SELECT RAISE(ABORT, 'texts never go'); END;
      CREATE VIRTUAL TABLE search
        USING fts5(words, content='', columnsize=0, tokenize='unicode61 remove_diacritics 2');
    `,
  },
  {
    version: 2,
    // Finds words of one and two letters as well. Older facts are added when Skillet opens the record.
    sql: `
      DROP TABLE search;
      CREATE VIRTUAL TABLE search
        USING fts5(words, content='', columnsize=0, prefix='1 2', tokenize='unicode61 remove_diacritics 2');
      CREATE TABLE search_gap (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        next INTEGER NOT NULL,
        last INTEGER NOT NULL
      ) STRICT;
      INSERT INTO search_gap SELECT 1, 1, seq FROM head;
    `,
  },
  {
    version: 3,
    // Calls with their filters, and how many of each kind there are in every 4096 facts, so that a position is found by
    // adding up. Older facts are added when Skillet opens the record.
    sql: `
      CREATE TABLE calls (
        seq INTEGER PRIMARY KEY,
        tool TEXT NOT NULL,
        skill TEXT NOT NULL,
        state TEXT NOT NULL
      ) STRICT;
      CREATE INDEX calls_by_tool ON calls (tool);
      CREATE TABLE call_counts (
        piece INTEGER NOT NULL,
        skill TEXT NOT NULL,
        state TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (piece, skill, state)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER calls_are_counted AFTER INSERT ON calls BEGIN
        INSERT INTO call_counts VALUES (new.seq >> 12, new.skill, new.state, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER calls_are_counted_anew AFTER UPDATE ON calls BEGIN
        UPDATE call_counts SET count = count - 1
          WHERE piece = old.seq >> 12 AND skill = old.skill AND state = old.state;
        INSERT INTO call_counts VALUES (new.seq >> 12, new.skill, new.state, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      CREATE TABLE calls_gap (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        next INTEGER NOT NULL,
        last INTEGER NOT NULL
      ) STRICT;
      INSERT INTO calls_gap SELECT 1, 1, seq FROM head;
    `,
  },
  {
    version: 4,
    // Summaries that opening reads instead of the facts: the state of each chat, how often rules answered, and what is
    // unfinished. Older records get the first two when Skillet opens them.
    sql: `
      CREATE TABLE chats (chat TEXT NOT NULL PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE rule_uses (
        rule TEXT NOT NULL PRIMARY KEY,
        uses INTEGER NOT NULL,
        last_used TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE summed (id INTEGER PRIMARY KEY CHECK (id = 1), is_whole INTEGER NOT NULL) STRICT;
      INSERT INTO summed SELECT 1, seq = 0 FROM head;
      CREATE TABLE unfinished (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (kind, name)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO unfinished ${UNFINISHED};
    `,
  },
  {
    version: 5,
    // Plans now hold an action instead of a command line. Nothing is rewritten; an older Skillet refuses the record
    // instead of misreading it.
    sql: '',
  },
  { version: 6, sql: RECORDS_SQL },
  { version: 7, sql: VECTORS_SQL },
]

export const CURRENT_VERSION = MIGRATIONS.at(-1)?.version ?? 0

export const versionOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }))

/** Applies the missing migrations, each in its own transaction. */
export function migrate(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { version, sql } of migrations) {
    if (version <= versionOf(db)) continue
    db.transaction(() => {
      db.exec(sql)
      db.prepare('UPDATE head SET version = ?').run(version)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
}

const BUSY_MS = 5000

/** A database that `using` closes. */
type Opened = Database.Database & Disposable

export function open(path: string, options: Database.Options = {}): Opened {
  const db = new Database(path, { timeout: BUSY_MS, ...options })
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() })
}

/** Changes no byte of the database and leaves its log alone. */
export const openForReading = (path: string): Opened => open(path, { readonly: true, fileMustExist: true })

/** Every commit is on the disk before it returns. */
export function openForWriting(path: string): Opened {
  const db = open(path, { fileMustExist: true })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = ON')
    // SQLite silently opens a write-protected file for reading; this finds out now.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates a database with all tables, replacing an unfinished one. */
export function createDatabase(path: string): Opened {
  removeDatabase(path)
  closeSync(openSync(path, 'wx', 0o600))
  const db = openForWriting(path)
  try {
    migrate(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
