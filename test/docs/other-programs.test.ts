import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#test/main/cli/run-cli'
import { makeDesk, play, readBlocks } from './play-page.ts'

it('docs/other-programs.md is true: its snippets, typed in order, do what it says', () => {
  const blocks = readBlocks(readFileSync(join(ROOT, 'docs', 'other-programs.md'), 'utf8'))
  expect(blocks.filter(({ info }) => info === 'console')).toHaveLength(2)
  const desk = makeDesk()
  for (const block of blocks) play(block, desk)
}, 60_000)
