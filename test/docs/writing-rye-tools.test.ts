import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#test/main/cli/run-cli'
import { makeDesk, play, readBlocks } from './play-page.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'writing-rye-tools.md'), 'utf8')

describe('docs/writing-rye-tools.md', () => {
  it('is true: its snippets, typed in order, do what it says', () => {
    const blocks = readBlocks(PAGE)
    expect(blocks.filter(({ info }) => info === 'console').length).toBeGreaterThan(4)
    const desk = makeDesk()
    for (const block of blocks) play(block, desk)
  }, 120_000)

  it('explains only codes that exist', () => {
    const known = readFileSync(join(ROOT, 'src', 'shared', 'messages', 'diagnostic.ts'), 'utf8')
    const codes = [...PAGE.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)
    expect(codes).toHaveLength(9)
    for (const code of codes) expect(known).toContain(`'${code}'`)
  })
})
