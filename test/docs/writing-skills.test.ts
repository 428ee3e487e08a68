import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#test/main/cli/run-cli'
import { makeDesk, play, readBlocks } from './play-page.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'writing-skills.md'), 'utf8')

describe('docs/writing-skills.md', () => {
  it('is true: its snippets, typed in order, do what it says', () => {
    const blocks = readBlocks(PAGE)
    expect(blocks.filter(({ info }) => info === 'console').length).toBeGreaterThan(6)
    const desk = makeDesk()
    for (const block of blocks) play(block, desk)
  }, 60_000)

  it('shows frontmatter with valid nesting', () => {
    expect(PAGE).toContain('metadata:\n  requires:\n    bins: [head, ls]\n---\n')
  })

  it('shows descriptors that fit the schema', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schema', 'tools.schema.json'), 'utf8'))
    const fits = new Ajv2020({ strict: false }).compile(schema)
    const descriptors = readBlocks(PAGE).filter(({ info }) => info.startsWith('json '))
    expect(descriptors).toHaveLength(4)
    for (const { text } of descriptors) expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true)
  })

  it('explains only codes that exist', () => {
    const known = readFileSync(join(ROOT, 'src', 'shared', 'messages', 'diagnostic.ts'), 'utf8')
    const codes = [...PAGE.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(10)
    for (const code of codes) expect(known).toContain(`'${code}'`)
  })

  it('links to a schema that exists', () => {
    const links = [...PAGE.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)
    expect(links).toContain('../schema/tools.schema.json')
    for (const link of links) expect(() => readFileSync(join(ROOT, 'docs', link))).not.toThrow()
  })
})
