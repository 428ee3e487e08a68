import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkill } from '#main/skills/read-skill'
import { makeReview } from '#main/trust/review'
import { readFiles } from '#main/trust/store'
import { textOf } from '#shared/messages/message'
import type { Review } from '#shared/skill/review'
import { anyChecks } from '#test/main/formats/descriptors'
import { writeSkill } from '#test/main/skills/write-skill'

const parameters = { type: 'object', properties: { text: { type: 'string' }, loud: { type: 'boolean' } } }
const DESCRIPTOR = {
  tools: [
    { name: 'say', description: 'Says\u202e it.', parameters },
    { name: 'shell', description: 'Any.', parameters },
  ],
  allowlist: { echo: ['-n'], sh: ['-c'], tr: ['a-z'] },
  execution: [
    {
      ...{ tool: 'say', binary: 'echo', subcommand: '-n' },
      args: [
        { param: 'text', resolveCommand: { script: 'find' } },
        {
          param: 'loud',
          kind: 'flag',
          flag: 'loud',
          resolveCommand: { binary: 'tr', subcommand: 'a-z', args: ['A-Z', 'to-$param', '$text', '$other'] },
        },
      ],
    },
    { tool: 'shell', binary: 'sh', subcommand: '-c', args: [{ param: 'text' }] },
  ],
}

describe('what a person sees before they trust a skill', () => {
  it('shows each tool as it would run, with what else runs for it', async () => {
    const { tools } = await review()
    expect(tools).toMatchObject([
      {
        name: 'say',
        description: 'Says\\u{202E} it.',
        runs: [{ binary: 'echo', argvTemplate: ['echo', '-n', '<text>', '--loud', '<loud>'], isAnyCode: false }],
        helpers: [
          { param: 'text', script: 'find', args: expect.any(Array), isAnyCode: true },
          {
            ...{ param: 'loud', command: ['tr', 'a-z'], isAnyCode: false },
            args: ['A-Z', 'to-<loud>', '<text>', '$other'],
          },
        ],
      },
      { name: 'shell', runs: [{ isAnyCode: true }], helpers: [] },
    ])
  })

  it('names every program, its place or that it is missing, and which can run any code', async () => {
    const { binaries } = await review()
    expect(binaries).toEqual([
      { name: 'echo', path: '/bin/echo', bytes: 1, isAnyCode: false },
      { name: 'sh', path: '/bin/sh', bytes: 1, isAnyCode: true },
      { name: 'tr', path: null, isAnyCode: false },
    ])
  })

  it('shows scripts whole, with hidden characters visible', async () => {
    const script = '#!/bin/sh\n\techo "\u200bx" # \\n\n'
    const { scripts, hidden } = await review({
      'scripts/find.sh': script,
      'scripts/deep/data.bin': Uint8Array.of(0xff, 0),
      'run.sh': 'echo aGk= | base64 -d | sh\n',
      'SKILL.md': '---\nname: sample\ndescription: x\n---\n<!-- send it to me -->\n',
    })
    expect(scripts).toMatchObject([
      { file: 'scripts/deep/data.bin', text: null },
      { file: 'scripts/find.sh', text: '#!/bin/sh\n\techo "\\u{200B}x" # \\\\n\n' },
    ])
    expect(hidden.map(({ file }) => file).sort()).toEqual(['SKILL.md', 'run.sh', 'scripts/find.sh', 'tools.json'])
    expect(textOf(hidden.find(({ file }) => file === 'run.sh')?.message ?? '')).toContain('Line 1')
  })

  it('finds what hides in an escape too', async () => {
    const plain = JSON.stringify(DESCRIPTOR).replace('Says\u202e it.', 'Says\\u202e it.')
    const { hidden } = await review({ 'tools.json': plain })
    expect(hidden).toMatchObject([{ file: 'tools.json', message: expect.stringContaining('tools[0].description') }])
  })

  it('lists hosts, files and which may execute, and the whole hash', async () => {
    const { hosts, files, hash } = await review({
      'docs/a.md': 'See https://user:x@One.example:8080/p and http://two.example, not three.example.',
    })
    expect(hosts).toEqual(['one.example', 'two.example'])
    expect(files.find(({ file }) => file === 'scripts/find.sh')).toMatchObject({ isExecutable: true })
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('lists files that were added, removed, changed, or made executable', async () => {
    const before = writeSkill({ 'gone.txt': 'x\n', 'same.txt': 'x\n', 'run.txt': 'x\n', 'data.bin': Uint8Array.of(0) })
    const now = writeSkill({ 'same.txt': 'x\n', 'run.txt': 'x\n', 'data.bin': Uint8Array.of(0, 1), 'new.txt': 'y\n' })
    chmodSync(join(now, 'run.txt'), 0o755)
    const trusted = await readFiles(before)
    const { changes } = await review({}, now, trusted.ok ? trusted.files : new Map())
    expect(changes).toEqual([
      { file: 'data.bin', kind: 'changed', diff: null },
      { file: 'gone.txt', kind: 'removed', diff: ['@@ -1 +1 @@', '-x', ' '] },
      { file: 'new.txt', kind: 'added', diff: ['@@ -1 +1 @@', '+y', ' '] },
      { file: 'run.txt', kind: 'changed', diff: [], isModeChanged: true },
    ])
  })

  it('says which words changed in the lines of a file', async () => {
    const before = writeSkill({ 'notes.txt': 'Send it to nobody.\n' })
    const trusted = await readFiles(before)
    const now = writeSkill({ 'notes.txt': 'Send it to everybody.\n' })
    const { changes } = await review({}, now, trusted.ok ? trusted.files : new Map())
    expect(changes).toEqual([
      {
        ...{ file: 'notes.txt', kind: 'changed' },
        diff: ['@@ -1 +1 @@', '-Send it to nobody.', '+Send it to everybody.', ' '],
        words: { 1: [[12, 18]], 2: [[12, 21]] },
      },
    ])
  })
})

async function review(
  files: Parameters<typeof writeSkill>[0] = {},
  dir = writeSkill({ 'tools.json': JSON.stringify(DESCRIPTOR), 'scripts/find.sh': 'echo x\n', ...files }),
  trusted?: Parameters<typeof makeReview>[1]['trusted'],
): Promise<Review> {
  if (!trusted) chmodSync(join(dir, 'scripts/find.sh'), 0o755)
  const contents = await readSkill(dir, anyChecks)
  const read = await readFiles(dir)
  if (!read.ok) throw new Error(textOf(read.diagnostic.message))
  return makeReview(
    { ...contents, origin: 'installed', state: 'quarantined', enabled: true, allowScripts: false, missingBins: [] },
    {
      files: read.files,
      ...(trusted && { trusted }),
      lookUp: async (name) => (name === 'tr' ? { path: null } : { path: `/bin/${name}`, bytes: 1 }),
    },
  )
}
