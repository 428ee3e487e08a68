import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, startCli, until } from '#test/main/cli/run-cli'
import { writeSkill } from '#test/main/skills/write-skill'

const FILES = 150

describe('a killed installation', () => {
  it.each([1, FILES])(
    'with %i files in quarantine leaves a whole skill or none, and the next one cleans up',
    { timeout: 120_000 },
    async (count) => {
      const cwd = makeTempDir()
      const files = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`f${n}`, `${n}`]))
      writeSkill(files, join(cwd, 'src'))
      const child = startCli(['skills', 'install', 'src', '--home', 'h'], { cwd })
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const [quarantine, skill] = [join(cwd, 'h', 'quarantine'), join(cwd, 'h', 'skills', 'sample')]
      await until('the files', () => countFiles(quarantine) >= count || existsSync(skill))
      child.kill('SIGKILL')
      await ended
      if (existsSync(skill)) expect(readdirSync(skill)).toHaveLength(FILES + 2)
      const again = await callCli(['skills', 'install', 'src', '--replace', '--home', 'h'], { cwd })
      expect([again.code, readdirSync(quarantine)]).toEqual([0, []])
      expect(readdirSync(skill)).toHaveLength(FILES + 2)
    },
  )
})

function countFiles(dir: string): number {
  if (!existsSync(dir)) return 0
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
  } catch {
    // It went while it was counted.
    return 0
  }
}
