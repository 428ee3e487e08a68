import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '#main/agent/estimate-tokens'
import { answerFindTools, FIND_TOOLS, findToolsDefinition, type Offer, offerTools } from '#main/agent/offer-tools'
import type { ToolDefinition } from '#shared/model/model'

const subjects = ['lamp', 'song', 'mail', 'invoice', 'train', 'garden', 'camera', 'recipe', 'bike', 'letter']
const actions = ['list', 'find', 'make', 'paint']
const many = subjects.flatMap((subject) =>
  actions.map((action) =>
    tool(`${subject}_${action}`, `${action} every ${subject} there is. Use it for a ${subject}.`),
  ),
)

describe('offering tools', () => {
  it('offers every tool, and nothing else, while they are a small part of the context', () => {
    expect(offer({ contextLength: 131_072 })).toEqual({ offered: many, isNarrowed: false })
  })

  it('offers every tool where there are fewer than five, however long they are', () => {
    const long = many.slice(0, 4).map(({ function: { name } }) => tool(name, 'word '.repeat(4000)))
    expect(offer({ tools: long })).toEqual({ offered: long, isNarrowed: false })
  })

  it('offers the best matches and a way to the others when there are many', () => {
    const { offered, isNarrowed } = offer({ text: 'paint my bike' })
    expect(isNarrowed).toBe(true)
    expect(namesOf(offered)).toContain('bike_paint')
    expect(namesOf(offered).at(-1)).toBe(FIND_TOOLS)
    expect(costOf(offered)).toBeLessThan(costOf(many) * 0.2)
  })

  it.each(['use train_find', 'use Train Find now', 'TRAIN_FIND!', 'please train-find'])(
    'never drops a tool the person named, as in "%s"',
    (text) => {
      expect(namesOf(offer({ text }).offered)).toContain('train_find')
    },
  )

  it('never drops a pinned tool, however little room there is', () => {
    const pinned = many.slice(0, 30).map(({ function: { name } }) => name)
    expect(namesOf(offer({ pinned, contextLength: 512 }).offered)).toEqual(expect.arrayContaining(pinned))
  })

  it('keeps a tool of each skill the message mentions', () => {
    const text = 'something with the garden, the mail, the camera, the song, the letter, a recipe and the lamp'
    const names = namesOf(offer({ text, contextLength: 1024 }).offered)
    for (const skill of ['garden', 'mail', 'camera', 'song', 'letter', 'recipe', 'lamp']) {
      expect(names.some((name) => name.startsWith(`${skill}_`))).toBe(true)
    }
  })

  it('keeps what this chat used last, before what merely matches', () => {
    const used = ['garden_find', 'camera_make']
    expect(namesOf(offer({ text: 'and another one', used }).offered)).toEqual(expect.arrayContaining(used))
  })

  it('shows something of several skills when no word matches', () => {
    const { offered } = offer({ text: 'ok' })
    expect(new Set(namesOf(offered).map((name) => name.split('_')[0])).size).toBeGreaterThan(3)
  })

  it('offers known tools once, in the order given, always with find_tools when some are missing', () => {
    const names = fc.subarray(namesOf(many))
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      names.map((some) => some.join(' ')),
    )
    fc.assert(
      fc.property(text, names, names, fc.integer({ min: 0, max: 200_000 }), (said, used, pinned, contextLength) => {
        const { offered, isNarrowed } = offer({ text: said, used, pinned, contextLength })
        const kept = many.filter((one) => offered.includes(one))
        expect(offered).toEqual(isNarrowed ? [...kept, findToolsDefinition()] : many)
        expect(namesOf(offered)).toEqual(expect.arrayContaining(pinned))
      }),
    )
  })
})

describe('find_tools', () => {
  it('names the tools that fit and says what they are for', () => {
    const { text, found } = answerFindTools(many, { query: 'paint a lamp' })
    expect(found[0]).toBe('lamp_paint')
    expect(found.length).toBeLessThanOrEqual(8)
    expect(text).toContain('- lamp_paint: paint every lamp there is.')
  })

  it('puts a tool first that the query names', () => {
    expect(answerFindTools(many, { query: 'mail_list' }).found[0]).toBe('mail_list')
  })

  it('says so when nothing fits', () => {
    const { text, found } = answerFindTools(many, { query: 'quux' })
    expect(found).toEqual([])
    expect(text).toContain('Try other words')
  })

  it.each([[null], [{}], [{ query: 7 }], [{ query: '  ' }], ['lamp']])('asks for words when it gets %j', (args) => {
    expect(answerFindTools(many, args).text).toContain('error: query:')
  })
})

function offer(parts: Partial<Offer>): ReturnType<typeof offerTools> {
  return offerTools({ tools: many, contextLength: 4096, text: '', used: [], pinned: [], estimateTokens, ...parts })
}

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ function: { name } }) => name)

const costOf = (tools: readonly ToolDefinition[]) => estimateTokens(JSON.stringify(tools))

function tool(name: string, description: string): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties: {} } } }
}
