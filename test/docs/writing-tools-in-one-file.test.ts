import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { interpretersHere } from '#test/helpers/launch-tool'
import { ROOT } from '#test/main/cli/run-cli'
import { makeDesk, play, readBlocks } from './play-page.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'writing-tools-in-one-file.md'), 'utf8')

it.skipIf(!interpretersHere.deno.ok)(
  'docs/writing-tools-in-one-file.md is true: its snippets, typed in order, do what it says',
  () => {
    const blocks = readBlocks(PAGE)
    expect(blocks).toHaveLength(4)
    const desk = makeDesk()
    for (const block of blocks) play(block, desk)
  },
  60_000,
)
