import { message } from '#shared/messages/message'
import type { ActivityRow, AppState, OllamaState } from '#shared/requests/requests'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import type { ArgMapping, Execution, PositionalArg, Tool } from '#shared/skill/tool'
import { MODELS } from './models.ts'
import { BASE } from './stories.ts'

export const ABOUT: AppState = {
  version: '0.1.0',
  platform: 'linux',
  home: '/home/you/.local/share/skillet',
  notices: [],
  drafts: {},
  settings: { ...DEFAULT_SETTINGS, host: 'http://127.0.0.1:11434', model: 'qwen3:4b' },
}

export const READY: OllamaState = {
  state: 'ready',
  host: 'http://127.0.0.1:11434',
  version: '0.17.4',
  models: MODELS,
  byDefault: 'qwen3:4b',
}

export const UNREACHABLE: Extract<OllamaState, { state: 'unreachable' }> = {
  state: 'unreachable',
  host: 'http://127.0.0.1:11434',
  message: message('ollama-not-running', { host: 'http://127.0.0.1:11434' }),
}

const rules = { normalizeNewlines: false, allowLeadingDash: false, readPath: false, writePath: false }
const value = (param: string, optional = false): PositionalArg => ({
  kind: 'positional',
  param,
  optional,
  split: false,
  disambiguateAfterSkippedPositionals: false,
  ...rules,
})
const flag = (name: string, param: string): ArgMapping => ({
  kind: 'flag',
  flag: name,
  param,
  optional: true,
  ...rules,
})

function tool(skill: string, name: string, description: string, command: string, args: ArgMapping[] = []): Tool {
  const [binary = '', ...rest] = command.split(' ')
  const execution: Execution = { binary, subcommand: rest.join(' '), args, successExitCodes: [0], hintConditions: [] }
  return {
    id: `${skill}/${name}`,
    name,
    modelName: name,
    description,
    format: 'tools-json',
    source: { skill, file: 'tools.json', sha256: '0'.repeat(64) },
    params: { type: 'object' },
    runtime: { kind: 'command', allowlist: { [binary]: [rest.join(' ')] }, executions: [execution] },
    limits: { timeoutMs: 120_000 },
    diagnostics: [],
  }
}

function skill(name: string, description: string, tools: Tool[], more: Partial<Skill> = {}): Skill {
  return {
    name,
    description,
    body: '',
    dir: `/opt/skillet/skills/${name}`,
    format: 'tools-json',
    hash: `${name.length}f3a01c2d9e4b7${'0'.repeat(50)}`,
    requiredBins: [],
    scripts: [],
    tools,
    withheld: [],
    diagnostics: [],
    origin: 'bundled',
    state: 'trusted',
    enabled: true,
    allowScripts: false,
    missingBins: [],
    ...more,
  }
}

const resolved: ArgMapping = {
  ...value('pattern'),
  resolve: { script: 'resolve-name', args: ['$param'], onFailure: 'keep' },
}

export const SKILLS: Skill[] = [
  skill('system', 'Look at this computer: how long it runs, how busy it is, how full its disks are.', [
    tool('system', 'uptime', 'How long the computer has been running, and its load.', 'uptime'),
    tool('system', 'disk_space', 'Size and free space of every mounted disk.', 'df -h', [value('path', true)]),
  ]),
  skill('disk-care', 'Find what takes the space, and clear caches that can be rebuilt.', [
    tool('disk-care', 'folder_sizes', 'The size of each folder directly below one.', 'du -xh --max-depth=1', [
      value('folder'),
    ]),
    tool('disk-care', 'memory', 'Free and used memory.', 'free -h'),
  ]),
  skill(
    'photo-tools',
    'Rename, resize and sort photographs by their metadata.',
    [
      tool('photo-tools', 'photo_info', 'Everything a photograph says about itself, as JSON.', 'exiftool -json', [
        value('file'),
      ]),
      tool('photo-tools', 'photo_resize', 'A smaller copy of a photograph.', 'magick', [
        value('file'),
        flag('-resize', 'size'),
        value('target'),
      ]),
      tool('photo-tools', 'photo_rename', 'Rename a photograph after the day it was taken.', 'exiftool -d %Y-%m-%d', [
        resolved,
        value('file'),
      ]),
    ],
    {
      origin: 'installed',
      dir: '/home/you/.local/share/skillet/skills/photo-tools',
      missingBins: ['magick'],
      scripts: [{ name: 'resolve-name', file: 'scripts/resolve-name.sh', sha256: 'b71c9d03e5fa'.padEnd(64, '0') }],
      withheld: [
        {
          name: 'photo_strip',
          diagnostic: {
            severity: 'error',
            code: 'NOT_ALLOWLISTED',
            file: 'tools.json',
            path: 'execution[3].subcommand',
            message: message('subcommand-not-in-allowlist', { subcommand: '"-all="', binary: '"exiftool"' }),
            remedy: message('add-subcommand-to-allowlist', { subcommand: '"-all="', place: 'allowlist.exiftool' }),
          },
        },
      ],
      diagnostics: [
        {
          severity: 'warning',
          code: 'HIDDEN_TEXT',
          file: 'SKILL.md',
          path: '',
          message: message('hidden-text-in-line', { found: message('html-comment'), point: '', lines: '41' }),
          remedy: message('look-at-hidden-text'),
        },
      ],
    },
  ),
  skill('git', 'Read the history of a repository.', [
    tool('git', 'git_log', 'The latest commits.', 'git log --oneline', [flag('--max-count', 'count')]),
    tool('git', 'git_status', 'What is changed and not committed.', 'git status --short'),
  ]),
  skill('writing-style', 'How you like your letters written.', [], { format: null, origin: 'installed' }),
]

const at = (minutes: number) => new Date(BASE - minutes * 60_000).toISOString()

export const ROWS: ActivityRow[] = [
  row(0, 'disk-care', 'cache_clear', 'pip cache purge --cache-dir /home/you/.cache/pip', 'waiting'),
  row(1, 'disk-care', 'folder_sizes', 'du -xh --max-depth=1 /home/you', 'done', {
    exitCode: 0,
    ms: 3100,
    decidedBy: 'person',
  }),
  row(1.2, 'system', 'disk_space', 'df -h --output=target,size,avail,pcent', 'done', {
    exitCode: 0,
    ms: 21,
    decidedBy: 'person',
  }),
  row(33, 'git', 'git_log', 'git log --since=yesterday --oneline', 'done', {
    exitCode: 0,
    ms: 104,
    decidedBy: 'person',
  }),
  row(33.4, 'git', 'push', 'git push origin main', 'denied', { decidedBy: 'person' }),
  row(79, 'web', 'fetch', 'curl --proto =https -sS https://example.org/feed.xml', 'timed-out', {
    exitCode: null,
    ms: 30_012,
    decidedBy: 'person',
  }),
  row(104, 'search-text', 'search', 'grep -rn --include=*.ts parseArgs src', 'failed', {
    exitCode: 2,
    ms: 310,
    decidedBy: 'person',
  }),
  row(104.3, 'search-text', 'search', 'grep', 'refused', { decidedBy: 'gate' }),
  {
    ...row(1480, 'notes', 'create', '', 'done', { exitCode: 0, ms: 214, decidedBy: 'person' }),
    argv: [
      'notesmd-cli',
      'create',
      'journal/2026-11-18',
      '--content',
      '- [ ] water the plants\n- [ ] call about the roof, before it rains again\n',
      '--append',
    ],
  },
  row(1490, 'disk-care', 'folder_sizes', 'du -xh --max-depth=1 /', 'interrupted', {
    exitCode: null,
    decidedBy: 'person',
  }),
  row(1502, 'system', 'uptime', 'uptime', 'canceled', { exitCode: null, ms: 4, decidedBy: 'person' }),
]

function row(
  minutes: number,
  skillName: string,
  toolName: string,
  command: string,
  state: ActivityRow['state'],
  more: Partial<ActivityRow> = {},
): ActivityRow {
  return {
    seq: 4117 - Math.round(minutes * 10),
    at: at(minutes),
    chat: 'disk',
    call: toolName === 'cache_clear' ? 'purge' : toolName,
    skill: skillName,
    tool: toolName,
    argv: command === '' ? [] : command.split(' '),
    state,
    ...more,
  }
}
