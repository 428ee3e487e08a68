import { describe, expect, it } from 'vitest'
import { findUnfounded } from '#main/agent/find-unfounded'
import { runTurn } from '#main/agent/turn'
import { textOf } from '#shared/messages/message'
import later from './later-answers.json' with { type: 'json' }
import recorded from './recorded-answers.json' with { type: 'json' }
import { answer, call, makeInput, makeWorld } from './turn-world.ts'

const DISK = '/dev/sda1        98G   61G   33G  65% /\n/dev/sdb1       1.8T  920G  812G  54% /data'
const TABLE = 'name,price\nchair,120.50\ntable,349.25\nlamp,30.25'
const LOG = '18342 server.log'
const TAKEN = 'DateTimeOriginal: 2023:08:14 18:22:09'

describe('values found in no result', () => {
  it.each([
    ['which the patterns were tried on', recorded],
    ['which no pattern was written from', later],
  ])('are found in 85 of 100 answers or more, and at most 10 of 100 true ones are marked: %s', (_when, recorded) => {
    const marked = recorded.answers.map((each) => {
      const values = findUnfounded(each.answer, [each.result], [each.request])
      const isMarked = (value: string) => values.some((one) => one.includes(value) || value.includes(one))
      return { missed: each.invented.filter((value) => !isMarked(value)), wrong: each.found.filter(isMarked) }
    })
    const count = (lists: readonly string[][]) => lists.flat().length
    const invented = count(recorded.answers.map((each) => each.invented))
    const found = count(recorded.answers.map((each) => each.found))
    expect(1 - count(marked.map(({ missed }) => missed)) / invented).toBeGreaterThanOrEqual(0.85)
    expect(count(marked.map(({ wrong }) => wrong)) / found).toBeLessThanOrEqual(0.1)
  })

  it.each([
    ['in other words', 'Your disk is 65 % full: 61 GB of 98 GB are used.', DISK],
    ['in another unit', 'The second one has about 1,843 GB, of which 920 GB are used.', DISK],
    ['what is left of a share', 'So 35 % of the first disk are free.', DISK],
    ['a sum of a column', 'Together they cost 500.', TABLE],
    ['a difference', 'The table costs 228.75 more than the chair.', TABLE],
    ['a count of lines', 'There are 4 lines in it.', TABLE],
    ['rounded', 'It has about 18,000 lines, 18,342 to be exact.', LOG],
    ['in German', 'Der Tisch kostet 349,25 und die Datei hat 18.342 Zeilen.', `${TABLE}\n${LOG}`],
    ['a date in words', 'You took it on August 14, 2023.', TAKEN],
    ['a German date', 'Sie haben es am 14. August 2023 aufgenommen, also am 14.08.2023.', TAKEN],
    ['a time of twelve hours', 'It was taken at 6:22 pm.', TAKEN],
    ['a short hash and a file by its name', 'Commit a1f3c9e changed menu.ts.', 'a1f3c9e0d2 Fix src/app/menu.ts'],
    ['the numbers of a list', '1. chair\n2. table\n3. lamp', TABLE],
    ['a tag and the name of a function', 'Write <h1></h1>, then call os.rm() on it.', TABLE],
    ['an address of the web', 'See https://example.org/a.', 'from https://example.org/a/b'],
    ['nothing, counted', 'It found 0 files.', '(no output)'],
    ['one line, counted', 'It moved 1 file.', "'a' -> 'b'"],
    ['an address', 'It answers at 192.168.1.42.', 'eth0 192.168.1.42/24'],
  ])('are not those that can be read or worked out: %s', (_how, said, result) => {
    expect(findUnfounded(said, [result], ['How is it?'])).toEqual([])
  })

  it('include a one or a zero that nothing shows', () => {
    const results = ['table,product\ntable,customer_order', '(no output)']
    expect(findUnfounded('The table customer_order has 1 row.', results, ['count them'])).toEqual(['1'])
    expect(findUnfounded('It has run for 0 minutes.', ['4711 firefox'], ['How long?'])).toEqual(['0'])
  })

  it('are found quickly even in hostile answers and results', () => {
    const started = performance.now()
    for (const piece of ['a-', '1.', '/a', 'a/', '0a', '1 ', '12:', 'may ']) {
      findUnfounded(piece.repeat(50_000), [piece.repeat(100_000)])
    }
    expect(performance.now() - started).toBeLessThan(8000)
  })
})

it('an answer at the end of a very long chat is compared in time', () => {
  const rows = 'row 17 of 2600, 4.25 GB\n'.repeat(250)
  const results = Array.from({ length: 10_000 }, () => rows)
  const started = performance.now()
  expect(findUnfounded('It takes 4.25 GB, not 9.75 GB.', results)).toEqual(['9.75'])
  expect(performance.now() - started).toBeLessThan(3000)
})

describe('an answer after a tool', () => {
  const said = (content: string) => [answer({ calls: [call('disk')] }), answer({ content })]
  const last = (world: ReturnType<typeof makeWorld>) =>
    world.facts.flatMap((each) => (each.type === 'message.added' && each.role === 'assistant' ? [each] : [])).at(-1)

  it('lists the values that were not found in the results', async () => {
    const world = makeWorld(said('It is 71 % full, see /var/log/disk.log.'))
    world.ports.runCall = async () => ({ text: DISK })
    await runTurn(makeInput(), world.ports)
    expect(last(world)).toMatchObject({ unfounded: ['/var/log/disk.log', '71'] })
    expect(last(world)?.notes?.map((note) => textOf(note))).toEqual(['Not found in the results: /var/log/disk.log, 71'])
  })

  it('lists nothing if all were found or no tool was called', async () => {
    const world = makeWorld(said('It is 65 % full.'))
    world.ports.runCall = async () => ({ text: DISK })
    await runTurn(makeInput(), world.ports)
    expect(last(world)).not.toHaveProperty('unfounded')
    const alone = makeWorld([answer({ content: 'Rome was founded in 753.' })])
    await runTurn(makeInput(), alone.ports)
    expect(last(alone)).not.toHaveProperty('unfounded')
  })
})
