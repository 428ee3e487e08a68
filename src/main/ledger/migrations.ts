import type { Database } from 'better-sqlite3'
import { RECORDS_SQL } from './records.ts'
import { UNFINISHED } from './unfinished.ts'

export interface Migration {
  version: number
  sql: string
}

export const IS_BODY = `json_valid(body) AND substr(body, 1, 1) = '{'`

/** Only ever add to the end: a database remembers the number of the last one it went through. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    // Each index ends in the row's seq by itself. `search` keeps no copy of the words: facts never change.
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
    // One and two letters are looked up like words. What stood in the index before is filled in while Skillet is open.
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
    // Each call with what it is filtered by, and how many there are of each kind among 4096 facts: a place in the
    // record is found by adding up. What stood there before is filled in while Skillet is open.
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
    // What the facts come to, so that opening reads that instead of the facts: each chat's state, what rules answered,
    // and what has no end yet. The first two of an older record are summed up while it is open.
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
    // Plans hold an action of some kind instead of a command line. Nothing is rewritten; a Skillet that knows no actions
    // refuses the record instead of misreading it.
    sql: '',
  },
  { version: 6, sql: RECORDS_SQL },
]

export const CURRENT_VERSION = MIGRATIONS.at(-1)?.version ?? 0

export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Brings a database up to the last of the migrations, each in a transaction of its own. */
export function migrate(db: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { version, sql } of migrations) {
    if (version <= versionOf(db)) continue
    db.transaction(() => {
      db.exec(sql)
      db.prepare('UPDATE head SET version = ?').run(version)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
}
