import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#test/main/cli/run-cli'
import { makeDesk, play, readBlocks } from './play-page.ts'

it('docs/skill-interface.md is true: its snippets, typed in order, do what it says', () => {
  const blocks = readBlocks(readFileSync(join(ROOT, 'docs', 'skill-interface.md'), 'utf8'))
  expect(blocks.filter(({ info }) => info === 'console')).toHaveLength(6)
  const desk = makeDesk()
  for (const block of blocks) play(block, desk)
}, 120_000)
