import type { Fact } from '#shared/facts'
import { message } from '#shared/messages/message'
import { plan, tell, unknown } from './facts.ts'

const today = new Date()
export const BASE = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 10, 31, 7).getTime()

export const DF_OUTPUT = `Mounted on      Size  Avail Use%
/               233G    14G  94%
/boot           974M   711M  23%
/home/you/nas   1.8T   902G  49%
`
export const DU_OUTPUT = `18G	/home/you/.cache
12G	/home/you/Videos
6.4G	/home/you/node_modules-old
212M	/home/you/Documents
`

export const OUTPUTS: Record<string, { stdout: string; stderr: string }> = {
  'run-df': { stdout: DF_OUTPUT, stderr: '' },
  'run-du': { stdout: DU_OUTPUT, stderr: "du: cannot read directory '/home/you/.cache/private': Permission denied\n" },
  'run-ping': { stdout: '', stderr: 'ping: wlan0: \u001b[31mNetwork is unreachable\u001b[0m\n' },
  'run-find': { stdout: './a\n./b\n', stderr: '' },
}

const df = plan('disk_space', 'sss', ['df', '-h', '--output=target,size,avail,pcent'])
const du = plan('folder_sizes', 'ssssm', ['du', '-xh', '--max-depth=1', '--', '/home/you'], { risk: unknown('du') })
const purge = plan('cache_clear', 'ssssm', ['pip', 'cache', 'purge', '--cache-dir', '/home/you/.cache/pip'], {
  risk: { class: 'D', reasons: [message('risk-cannot-undo')] },
})

export const ANSWER = `Your disk is **94 % full**. Three things make up most of it:

| Folder | Size | |
|---|---:|---|
| \`~/.cache/pip\` | 18.2 GB | safe to empty |
| \`~/Videos/raw\` | 11.7 GB | yours to decide |
| \`~/node_modules-old\` | 6.4 GB | looks abandoned since March |

The cache can go without losing anything. I'd like to empty it.`

export function diskStory(): Fact[] {
  return tell('disk', BASE)
    .open('Why is the disk full?')
    .ask('My laptop says the disk is almost full. What takes the space, and can you clean up what is safe?')
    .say("I'll look at the whole disk first, then at the largest folders in your home.")
    .ran('df', 'disk_space', {}, df, { ms: 21 })
    .ran('du', 'folder_sizes', { folder: '/home/you' }, du, { ms: 3100 })
    .say(ANSWER)
    .call('purge', 'cache_clear', { folder: '/home/you/.cache/pip' })
    .approve('purge', purge).facts
}

export function streamingStory(): Fact[] {
  return tell('disk', BASE).open('How full are my disks?').ask('How full are my disks?').ran('df', 'disk_space', {}, df)
    .facts
}

export function runningStory(): Fact[] {
  return tell('disk', BASE)
    .open('Which folders are the largest?')
    .ask('Which folders in my home directory use the most space?')
    .call('du', 'folder_sizes', { folder: '/home/you' })
    .approve('du', du)
    .answer('du', du, 'once')
    .run('du', du).facts
}

/** Each way a call can end, one below the other. */
export function endingsStory(): Fact[] {
  const ping = plan('reach', 'sssm', ['ping', '-c', '3', 'nas.local'], { skill: 'network', risk: unknown('ping') })
  const push = plan('push', 'ssmm', ['git', 'push', 'origin', 'main'], { skill: 'git', risk: unknown('git push') })
  const find = plan('find_files', 'ssm', ['find', '/home/you', '-newermt'], { timeoutMs: 30_000 })
  return tell('disk', BASE)
    .open('Everything that can happen to a command')
    .ask('Check the network, push my work and find what I changed today.')
    .ran('df', 'disk_space', {}, df, { ms: 400 })
    .ran('ping', 'reach', { host: 'nas.local' }, ping, { exitCode: 2, ms: 412 })
    .call('push', 'push', { remote: 'origin', branch: 'main' })
    .approve('push', push)
    .answer('push', push, 'deny', 'not from here')
    .call('grep', 'search_text', { pattern: '--include=*.key' })
    .add({
      type: 'call.refused',
      call: 'grep',
      code: 'ARG_LOOKS_LIKE_OPTION',
      message: message('parameter-problem', {
        param: 'pattern',
        problem: message('option-not-allowed', { sign: '"-"' }),
      }),
    })
    .ran('find', 'find_files', { since: 'today' }, find, {
      exitCode: null,
      signal: 'SIGTERM',
      timedOut: true,
      ms: 30_012,
    })
    .call('du2', 'folder_sizes', { folder: '/' })
    .approve('du2', du)
    .answer('du2', du, 'once')
    .run('du2', du)
    .add({ type: 'run.interrupted', call: 'du2', run: 'run-du2' })
    .end('interrupted').facts
}

export function errorStory(): Fact[] {
  return tell('disk', BASE)
    .open('A turn that went wrong')
    .ask('How long has this computer been running?')
    .end(
      'error',
      { calls: 0 },
      {
        code: 'OLLAMA_UNREACHABLE',
        message: message('closed-before-answer'),
      },
    ).facts
}

export function answeredStory(): Fact[] {
  return tell('disk', BASE)
    .open('כמה מקום נשאר? / How much is left?')
    .ask('כמה מקום פנוי יש לי בדיסק הראשי?')
    .ran('df', 'disk_space', {}, df)
    .say(
      'בדיסק הראשי נשארו **14 GB** מתוך 233 GB, כלומר הוא מלא ב־94%.\n\n- הפקודה שרצה: `df -h --output=target,size,avail,pcent`\n- התיקייה הגדולה ביותר: `~/.cache`\n\nهذا السطر بالعربية، و `du -xh` بداخله.\n\nAnd a line in English between them, with a [link to the manual](https://www.gnu.org/software/coreutils/manual/html_node/df-invocation.html).',
      'The question is in Hebrew, so the answer should be too.',
    )
    .end('answered').facts
}

const NOTE = [
  '# Standup, 18 November',
  ...Array.from(
    { length: 90 },
    (_, at) => `- [${at % 3 ? ' ' : 'x'}] item ${at + 1}: look at the build that failed on branch feature/${at * 7919}`,
  ),
].join('\n')

const INVISIBLE = message('note-invisible')
const LONG_REASONS = [
  message('risk-may-change', { name: 'notesmd-cli create' }),
  message('raised-by-argument', { at: 3, text: '"Work\\u{202E}sdrowkcab"', note: INVISIBLE }),
  message('raised-by-resolver', { param: 'vault', outcome: 'failed' }),
]

/** A command too long to be seen at once, with characters that would not show. */
export function longStory(): Fact[] {
  const create = plan(
    'create',
    'sssmsm',
    ['notesmd-cli', 'create', '--vault', 'Work\u202esdrowkcab', '--content', NOTE],
    {
      skill: 'notes',
      risk: { class: 'D', reasons: LONG_REASONS },
      notes: [{ element: 3, text: INVISIBLE, raises: true }],
      coercions: [{ param: 'append', from: 'true', to: true }],
      resolvers: [
        {
          param: 'vault',
          kind: 'script',
          argv: ['sh', 'scripts/vault.sh', 'Work'],
          outcome: 'failed',
          value: 'Work',
          note: message('ended-with-exit-code', { code: 1 }),
        },
      ],
    },
  )
  return tell('disk', BASE)
    .open('Daily note, 18 November')
    .ask('Write my standup notes into the work vault.')
    .call('create', 'create', { vault: 'Work', content: NOTE })
    .approve('create', create).facts
}

const SHORT_TITLES = [
  'Standup notes from git',
  'Rename the holiday photos',
  'Which pull requests wait for me',
  'Daily note, 17 November',
  'What is using the processor right now, and since when has it been like this?',
  'Backups on the NAS',
  'Convert the talk to audio',
]

/** The chat that is open, as its facts tell it, and some others. */
export function summaries(facts: readonly Fact[] = []) {
  const hours = [1.5, 3, 26, 29, 80, 400, 900]
  const created = facts.find((fact) => fact.type === 'chat.created')
  const answered = new Set(facts.map((fact) => (fact.type === 'approval.answered' ? fact.call : '')))
  const lastTurn = facts.findLast(({ type }) => type === 'turn.started' || type === 'turn.finished')
  return [
    {
      chat: 'disk',
      title: created?.title ?? 'Why is the disk full?',
      updatedAt: new Date(BASE).toISOString(),
      isWaiting: facts.length === 0 || facts.some((fact) => fact.type === 'approval.asked' && !answered.has(fact.call)),
      isRunning: facts.length === 0 || lastTurn?.type === 'turn.started',
    },
    ...SHORT_TITLES.map((title, at) => ({
      chat: `c${at}`,
      title,
      updatedAt: new Date(BASE - (hours[at] ?? 0) * 3_600_000).toISOString(),
      isWaiting: false,
      isRunning: at === 1,
    })),
  ]
}
