import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrate } from '#main/ledger/migrations'
import { toMatchQuery, wordsOf } from '#main/ledger/search-words'

function openIndex(...words: string[]) {
  const db = new Database(':memory:')
  migrate(db)
  const add = db.prepare('INSERT INTO search (rowid, words) VALUES (?, ?)')
  words.forEach((one, n) => {
    add.run(n + 1, one)
  })
  const match = db.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ?').pluck()
  return (typed: string) => {
    const query = toMatchQuery(typed)
    return query === null ? null : match.all(query)
  }
}

describe('toMatchQuery', () => {
  it('requires every typed word to begin a word of the text, whatever its case and accents', () => {
    const search = openIndex('Größe of the disk /mnt/backup-2', 'size of the other disk')
    expect(search('disk')).toEqual([1, 2])
    expect(search('dis gro')).toEqual([1])
    expect(search('DISK oth')).toEqual([2])
    expect(search('isk')).toEqual([])
    expect(search('/mnt/backup-2')).toEqual([1])
    expect(search('backup-3')).toEqual([])
  })

  it('finds words in the middle of Chinese and Japanese, and what was recorded before that as it was found then', () => {
    const wordsIn = (content: string) => wordsOf('message.added', JSON.stringify({ content }))
    const search = openIndex(wordsIn('今天天气很好'), wordsIn('東京のデータを読む。'), wordsIn('用git提交'), '明天天气')
    expect(search('天气')).toEqual([1])
    expect(search('好 今天')).toEqual([1])
    expect(search('气天')).toEqual([])
    expect(search('データ')).toEqual([2])
    expect(search('データを読む。')).toEqual([2])
    expect(search('git')).toEqual([3])
    expect(search('git提')).toEqual([3])
    expect(search('明天')).toEqual([4])
  })

  it('reads nothing as syntax', () => {
    const search = openIndex('NOT a plain OR AND NEAR text', 'words: other')
    expect(search('NOT')).toEqual([1])
    expect(search('plain OR other')).toEqual([])
    expect(search('words:other')).toEqual([2])
    expect(search('nothing:other')).toEqual([])
    expect(search('"plain')).toEqual([1])
    expect(search('pla*')).toEqual([1])
    expect(search('NEAR(plain text)')).toEqual([])
  })

  it.each(['', '   ', '"', '*', '()', '" OR "', '-', '\0', '^:+'])('finds no word in %j', (typed) => {
    const query = toMatchQuery(typed)
    expect(query === null || query === '"OR"*').toBe(true)
  })

  it('never makes a query that SQLite refuses', () => {
    const search = openIndex('some text')
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom('"', '""', '*', '(', ')', ':', '^', '+', '-', 'AND', 'OR', 'NOT', 'NEAR(', '{', '}', '\0', ' '),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\ud800', '\udfff', '\u{1f600}', '\u0301', '\u{10ffff}', '\ufeff'),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(nasty, (parts) => {
        search(parts.join(''))
      }),
      { numRuns: 3000 },
    )
    search('word '.repeat(100_000))
    search('x'.repeat(1_000_000))
  })
})
