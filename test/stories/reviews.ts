import { message } from '#shared/messages/message'
import type { FoundServer } from '#shared/skill/mcp-server'
import type { Review } from '#shared/skill/review'
import type { AdoptableSkill, SkillCandidate } from '#shared/skill/skill'

const SCRIPT = `#!/bin/sh
# The day a photograph was taken, as a name for it.
file=$1
exiftool -d '%Y-%m-%d' -DateTimeOriginal -s3 "$file"
`

/** A skill that just came in. */
export const REVIEW: Review = {
  ...{ skill: 'photo-tools', description: 'Rename, resize and sort photographs by their metadata.' },
  ...{ origin: 'installed', state: 'quarantined', format: 'tools-json', hash: '3e91b07a55c2'.padEnd(64, '7d1f') },
  source: { kind: 'zip', from: '/home/you/Downloads/photo-tools.zip' },
  tools: [
    {
      ...{
        name: 'photo_info',
        titles: [],
        description: 'Everything a photograph says about itself, as JSON.',
        helpers: [],
      },
      runs: [{ binary: 'exiftool', subcommand: '', argvTemplate: ['exiftool', '-json', '<file>'], isAnyCode: false }],
    },
    {
      ...{ name: 'photo_rename', titles: [], description: 'Rename a photograph after the day it was taken.' },
      runs: [
        {
          ...{ binary: 'exiftool', subcommand: '-d %Y-%m-%d', isAnyCode: false },
          argvTemplate: ['exiftool', '-d', '%Y-%m-%d', '<pattern>', '<file>'],
        },
      ],
      helpers: [{ param: 'pattern', script: 'resolve-name', args: [], isAnyCode: true }],
    },
    {
      ...{ name: 'photo_map', titles: [], description: 'A map of where photographs were taken.', helpers: [] },
      runs: [
        {
          ...{ binary: 'python3', subcommand: 'map.py', isAnyCode: true },
          argvTemplate: ['python3', 'map.py', '<folder>'],
        },
      ],
    },
  ],
  withheld: [
    {
      name: 'photo_strip',
      message: message('two-sentences', {
        first: message('subcommand-not-in-allowlist', { subcommand: '"-all="', binary: '"exiftool"' }),
        second: message('add-subcommand-to-allowlist', { subcommand: '"-all="', place: 'allowlist.exiftool' }),
      }),
    },
  ],
  binaries: [
    {
      name: 'exiftool',
      path: '/usr/bin/exiftool',
      bytes: 340_000,
      changedAt: '2026-03-02T10:00:00Z',
      isAnyCode: false,
    },
    { name: 'magick', path: null, isAnyCode: false },
    { name: 'python3', path: '/usr/bin/python3', bytes: 5_900_000, changedAt: '2026-09-14T10:00:00Z', isAnyCode: true },
  ],
  scripts: [{ file: 'scripts/resolve-name.sh', sha256: 'b71c9d03e5fa'.padEnd(64, '0'), text: SCRIPT }],
  hosts: ['tile.example.org'],
  hidden: [
    {
      file: 'SKILL.md',
      message: message('hidden-text-in-line', { found: message('html-comment'), point: '', lines: '41' }),
    },
  ],
  diagnostics: [
    {
      ...{ severity: 'warning', code: 'FIELD_UNKNOWN', file: 'tools.json', path: 'tools[2].colour' },
      message: message('field-unknown', { name: '"colour"' }),
      remedy: message('remove-it'),
    },
  ],
  files: [
    { file: 'SKILL.md', bytes: 3120, isExecutable: false },
    { file: 'map.py', bytes: 4410, isExecutable: false },
    { file: 'scripts/resolve-name.sh', bytes: 148, isExecutable: true },
    { file: 'tools.json', bytes: 5230, isExecutable: false },
  ],
}

/** One that was trusted, and changed since. */
export const CHANGED_REVIEW: Review = {
  ...{ skill: 'git', description: 'Read the history of a repository.', origin: 'installed', state: 'changed' },
  ...{ format: 'tools-json', hash: '90c44e1d02ab'.padEnd(64, '31e8') },
  tools: [
    {
      ...{ name: 'git_log', titles: [], description: 'The latest commits.', helpers: [] },
      runs: [
        {
          ...{ binary: 'git', subcommand: 'log --oneline', isAnyCode: false },
          argvTemplate: ['git', 'log', '--oneline', '--max-count', '<count>'],
        },
      ],
    },
  ],
  ...{ withheld: [], scripts: [], hosts: [], hidden: [], diagnostics: [] },
  binaries: [
    { name: 'git', path: '/usr/bin/git', bytes: 3_700_000, changedAt: '2026-05-04T10:00:00Z', isAnyCode: false },
  ],
  files: [
    { file: 'SKILL.md', bytes: 810, isExecutable: false },
    { file: 'tools.json', bytes: 1240, isExecutable: false },
  ],
  changes: [
    {
      ...{ file: 'tools.json', kind: 'changed' },
      diff: [
        '@@ -12,4 +12,4 @@',
        '   "allowlist": {',
        '-    "git": ["log --oneline"]',
        '+    "git": ["log --oneline", "push"]',
        '   },',
      ],
    },
    { file: 'notes.bin', kind: 'removed', diff: null },
  ],
}

const candidate = (name: string, description: string, more: Partial<SkillCandidate> = {}): SkillCandidate => ({
  ...{ name, description, dir: name, format: 'tools-json', hash: '0'.repeat(64), tools: ['a', 'b'] },
  ...{ isInstalled: false, blocker: null, diagnostics: [], ...more },
})

export const CANDIDATES: SkillCandidate[] = [
  candidate('calendar', 'What is on today, and what comes next.'),
  candidate('photo-tools', 'Rename, resize and sort photographs by their metadata.', { isInstalled: true }),
  candidate('house-style', 'How letters of this house are written.', { tools: [], format: null }),
  candidate('sorter', 'Sorts files by their kind.', {
    blocker: {
      ...{ severity: 'error', code: 'JSON_SYNTAX', file: 'sorter/tools.json', path: '' },
      message: message('json-invalid', {
        file: 'tools.json',
        place: message('line-and-column', { line: 12, column: 5 }),
        problem: message('json-comma-before-bracket'),
      }),
      remedy: message('correct-that-place'),
    },
  }),
]

export const ADOPTABLE: AdoptableSkill[] = [
  {
    ...{ name: 'meeting-notes', titles: [], description: 'Turns rough notes into minutes.', isInstalled: false },
    ...{ dir: '/home/you/.agents/skills/meeting-notes', place: '~/.agents/skills' },
  },
  {
    ...{ name: 'photo-tools', titles: [], description: 'Rename photographs.', isInstalled: true },
    ...{ dir: '/home/you/.ollama/skills/photo-tools', place: '~/.ollama/skills' },
  },
]

export const FOUND_SERVERS: FoundServer[] = [
  {
    ...{ program: 'Cursor', file: '/home/you/.cursor/mcp.json', name: 'tickets' },
    ...{ line: 'npx -y @example/server-tickets', secrets: ['tickets.API_KEY'] },
  },
]
