import type { Database, Statement } from 'better-sqlite3'

/**
 * Prepares each statement at its first use, because preparing can take longer than running and tables may come with a
 * migration.
 */
export function prepareOnce<S extends Statement<never[]> = Statement>(db: Database): (sql: string) => S {
  const prepared = new Map<string, S>()
  return (sql) => {
    const statement = prepared.get(sql) ?? (db.prepare(sql) as unknown as S)
    prepared.set(sql, statement)
    return statement
  }
}
