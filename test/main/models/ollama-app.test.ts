import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isOllamaInstalled } from '#main/models/models'
import { makeTempDir } from '#test/helpers/temp-dir'

it('finds an Ollama that is not running by its program, on the search path or in the usual places', async () => {
  const folder = makeTempDir()
  const program = join(folder, 'ollama')
  expect(await isOllamaInstalled([folder], [program])).toBe(false)
  writeFileSync(program, '#!/bin/true\n')
  expect(await isOllamaInstalled([folder], [])).toBe(false)
  expect(await isOllamaInstalled([], [program])).toBe(true)
  chmodSync(program, 0o755)
  expect(await isOllamaInstalled([folder], [])).toBe(true)
})
