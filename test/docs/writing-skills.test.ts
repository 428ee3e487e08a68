import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { interpretersHere } from '#test/helpers/launch-tool'
import { makeTempDir } from '#test/helpers/temp-dir'
import { PROGRAM, plainEnv, ROOT } from '#test/main/cli/run-cli'

const PAGE = readFileSync(join(ROOT, 'docs', 'writing-skills.md'), 'utf8')

interface Block {
  /** `console` is typed and compared; a path is written. */
  info: string
  text: string
}

function readBlocks(page: string): Block[] {
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

/** `…` stands for whatever differs from one computer to the next. */
function toPattern(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

/** A folder with `skillet` on its PATH, as a person has it. */
function makeDesk(): { cwd: string; env: Record<string, string> } {
  const cwd = makeTempDir()
  const programs = makeTempDir()
  writeFileSync(join(programs, 'skillet'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
  const env = plainEnv(cwd, { SKILLET_HOME: join(cwd, 'data') })
  return { cwd, env: { ...env, PATH: `${programs}:${env.PATH}` } }
}

function play({ info, text }: Block, { cwd, env }: ReturnType<typeof makeDesk>): void {
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

describe('docs/writing-tools-in-one-file.md', () => {
  it.skipIf(!interpretersHere.deno.ok)(
    'says what happens when its snippets are typed',
    () => {
      const blocks = readBlocks(readFileSync(join(ROOT, 'docs', 'writing-tools-in-one-file.md'), 'utf8'))
      expect(blocks).toHaveLength(2)
      const desk = makeDesk()
      for (const block of blocks) play(block, desk)
    },
    60_000,
  )
})

describe('docs/writing-skills.md', () => {
  it('says what happens when its snippets are typed one after the other', () => {
    const blocks = readBlocks(PAGE)
    expect(blocks.filter(({ info }) => info === 'console').length).toBeGreaterThan(6)
    const desk = makeDesk()
    for (const block of blocks) play(block, desk)
  }, 60_000)

  it('shows frontmatter whose nesting is whole', () => {
    expect(PAGE).toContain('metadata:\n  requires:\n    bins: [head, ls]\n---\n')
  })

  it('shows descriptors that fit the schema', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schema', 'tools.schema.json'), 'utf8'))
    const fits = new Ajv2020({ strict: false }).compile(schema)
    const descriptors = readBlocks(PAGE).filter(({ info }) => info.startsWith('json '))
    expect(descriptors).toHaveLength(3)
    for (const { text } of descriptors) expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true)
  })

  it('explains only codes that exist', () => {
    const known = readFileSync(join(ROOT, 'src', 'shared', 'messages', 'diagnostic.ts'), 'utf8')
    const codes = [...PAGE.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(10)
    for (const code of codes) expect(known).toContain(`'${code}'`)
  })

  it('links to a schema that is there', () => {
    const links = [...PAGE.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)
    expect(links).toContain('../schema/tools.schema.json')
    for (const link of links) expect(() => readFileSync(join(ROOT, 'docs', link))).not.toThrow()
  })
})
