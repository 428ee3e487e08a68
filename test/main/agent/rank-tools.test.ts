import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankTools } from '#main/agent/rank-tools'
import type { ToolDefinition } from '#shared/model/model'

const tools = [
  tool('archive_extract', 'Unpacks a tar archive into a new folder.', { archive: 'Archive file.' }),
  tool('docker_containers', 'List containers with name, image, status and ports.', {}),
  tool('media_photo_date', 'Print when a photo was taken and with which camera.', { file: 'Photo. Example: tree.jpg' }),
  tool('sqlite_query', 'Run one reading SQL query on a database file.', { sql: 'The query.' }),
  tool('files_count', 'Count the lines, words and bytes of one file.', { path: 'Which file.' }),
]

describe('ranking tools', () => {
  it.each([
    ['sqlite_query', 'sqlite_query'],
    ['list my containers', 'docker_containers'],
    ['how many lines are there', 'files_count'],
    ['run this sql', 'sqlite_query'],
    ['unpack photo-camera.tar.gz', 'archive_extract'],
    ['what is in camera/query.jpg', 'media_photo_date'],
  ])('puts the tool first that shares the words of "%s"', (text, name) => {
    expect(firstFor(text)).toBe(name)
  })

  it.each([
    ['which containr is up', 'docker_containers'],
    ['unpcak it', 'archive_extract'],
  ])('forgives one slip of the keyboard in "%s"', (text, name) => {
    expect(firstFor(text)).toBe(name)
  })

  it('finds a tool by its tags', () => {
    const tagged = tools.map((each) =>
      each.function.name === 'files_count' ? { ...each, tags: ['kubernetes'] } : each,
    )
    expect(rankTools(tagged, 'something for kubernetes')[0]?.tool.function.name).toBe('files_count')
    expect(rankTools(tools, 'something for kubernetes')[0]?.score).toBe(0)
  })

  it('matches the forms of a word: counting, counted, counts', () => {
    for (const text of ['counting', 'counted', 'counts']) expect(firstFor(text)).toBe('files_count')
  })

  it.each([
    ['when did i take IMG_1.jpg', 'media_photo_date'],
    ['decompress this tgz', 'archive_extract'],
  ])('knows what everyday words and file endings stand for in "%s"', (text, name) => {
    expect(firstFor(text)).toBe(name)
  })

  it('matches descriptions in scripts that put no space between words', () => {
    const mine = [...tools, tool('weather', '查询天气预报', {})]
    expect(rankTools(mine, '明天天气怎么样')[0]?.tool.function.name).toBe('weather')
  })

  it('gives no score if nothing matches, and keeps the given order', () => {
    const ranked = rankTools(tools, 'xyzzy')
    expect(ranked.map(({ score }) => score)).toEqual([0, 0, 0, 0, 0])
    expect(ranked.map((one) => one.tool)).toEqual(tools)
  })

  it('survives a schema that describes nothing', () => {
    const odd = { ...tool('odd', 'Odd.', {}), function: { name: 'odd', description: 'Odd.', parameters: oddSchema } }
    expect(rankTools([odd], 'odd')[0]?.score).toBeGreaterThan(0)
  })

  it('returns every tool once, best first, and always the same for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const ranked = rankTools(tools, text)
        expect(new Set(ranked.map((one) => one.tool))).toEqual(new Set(tools))
        expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a))
        expect(rankTools(tools, text)).toEqual(ranked)
      }),
    )
  })
})

const oddSchema: ToolDefinition['function']['parameters'] = { type: 'object', properties: { a: true, b: 'text' } }

const firstFor = (text: string) => rankTools(tools, text)[0]?.tool.function.name

function tool(name: string, description: string, params: Record<string, string>): ToolDefinition {
  const properties = Object.fromEntries(
    Object.entries(params).map(([param, meaning]) => [param, { type: 'string', description: meaning }]),
  )
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties } } }
}
