import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { PROGRAM, plainEnv } from '#test/main/cli/run-cli'

export interface Block {
  /** `console` is typed and compared; a path is written. */
  info: string
  text: string
}

export function readBlocks(page: string): Block[] {
  return [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({ info, text }))
}

interface Step {
  command: string
  expected: string[]
}

function readSteps(text: string): Step[] {
  const steps: Step[] = []
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('$ skillet ')) steps.push({ command: line.slice(2), expected: [] })
    else steps.at(-1)?.expected.push(line)
  }
  return steps
}

/** `…` matches whatever differs from one computer to the next. */
function toPattern(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

/** A folder with `skillet` on its PATH, as a person has it. */
export function makeDesk(): { cwd: string; env: Record<string, string> } {
  const cwd = makeTempDir()
  const programs = makeTempDir()
  writeFileSync(join(programs, 'skillet'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
  const env = plainEnv(cwd, { SKILLET_HOME: join(cwd, 'data') })
  return { cwd, env: { ...env, PATH: `${programs}:${env.PATH}` } }
}

export function play({ info, text }: Block, { cwd, env }: ReturnType<typeof makeDesk>): void {
  const [language, file] = info.split(' ')
  if (file !== undefined) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
    return
  }
  expect(language).toBe('console')
  for (const { command, expected } of readSteps(text)) {
    const done = spawnSync('sh', ['-c', `${command} 2>&1`], { cwd, env, encoding: 'utf8' })
    const lines = done.stdout.trimEnd().split('\n')
    expect(lines.length, `${command}\n${done.stdout}`).toBe(expected.length)
    for (const [index, line] of lines.entries()) expect(line, command).toMatch(toPattern(expected[index] ?? ''))
  }
}
