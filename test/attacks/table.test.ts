import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#test/helpers/root'

interface Elsewhere {
  title: string
  file: string
  /** Chooses among the tests of the file by their whole names. */
  tests: string
}

const ALL = Array.from({ length: 108 }, (_, index) => `A${`${index + 1}`.padStart(2, '0')}`)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const elsewhere: Record<string, Elsewhere> = JSON.parse(read('test/attacks/elsewhere.json'))
const folders = readdirSync(import.meta.dirname).filter((name) => /^A\d{2,3}$/.test(name))

const rows = [...read('SECURITY.md').matchAll(/^\| (A\d{2,3}) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', title = '', shown = '']) => {
    return { id, title, file: /^\[.+\]\((.+)\)$/.exec(shown)?.[1] }
  },
)

/** Of an attack with a folder its `describe` says it, after its number. */
function titleOf(id: string): string | undefined {
  if (elsewhere[id]) return elsewhere[id].title
  return new RegExp(`\\('${id} ([^']+)', `).exec(read(`test/attacks/${id}/attack.test.ts`))?.[1]
}

describe('the table of attacks', () => {
  it('names each from A01 to A108 once: as held, or as not covered with the reason', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.sort()).toEqual(ALL.toSorted())
  })

  it('calls exactly those held that have a folder or a test elsewhere, never both', () => {
    const shown = [...folders, ...Object.keys(elsewhere)].sort()
    expect(new Set(shown).size).toBe(shown.length)
    expect(rows.flatMap(({ id, file }) => (file ? [id] : [])).sort()).toEqual(shown)
  })

  it.each(rows.filter(({ file }) => file))(
    'says of $id what its test says, and where that test is',
    ({ id, title, file }) => {
      expect(title).toBe(titleOf(id))
      expect(file).toBe(elsewhere[id]?.file ?? `test/attacks/${id}/attack.test.ts`)
    },
  )

  it.each(Object.entries(elsewhere))('finds the tests of %s in the file it names', (_id, { file, tests }) => {
    expect(existsSync(join(root, file))).toBe(true)
    for (const words of tests.split('|')) expect(read(file)).toContain(words)
  })
})
