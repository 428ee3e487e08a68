import type { Fact } from '#shared/facts'
import type { ActivityRow } from '#shared/requests/requests'
import type { World } from './bridge.ts'
import { plan, tell } from './facts.ts'
import { ROWS } from './records.ts'
import type { Screen } from './screens.ts'
import { BASE } from './stories.ts'

const du = plan('folder_sizes', 'ssssm', ['du', '-xh', '--max-depth=2', '--', '/home/you'], {
  coercions: [{ param: 'depth', from: '2', to: 2 }],
})
const MANY = 1_000_000

const QUESTION = 'Which folders in my home directory use the most space?'
const SYSTEM = [
  'You have these skills. Read one with read_skill before you use its tools.',
  '- disk-care: Looks at disks and cleans up what is safe.',
].join('\n')

const REQUEST = JSON.stringify({
  model: 'qwen3:4b',
  messages: [
    { role: 'system', content: `${SYSTEM}\n${'- another skill: what it is for, in a sentence.\n'.repeat(12)}` },
    { role: 'user', content: QUESTION },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'folder_sizes', arguments: { path: '/home/you', depth: '2' } } }],
    },
    { role: 'tool', content: '18G\t/home/you/.cache\n12G\t/home/you/Videos', tool_name: 'folder_sizes' },
  ],
  tools: [{ type: 'function', function: { name: 'folder_sizes', description: 'How large folders are.' } }],
  keep_alive: '5m',
  options: { num_ctx: 8192 },
  stream: true,
  truncate: false,
  shift: false,
})

function turnFacts(isKept: boolean): Fact[] {
  const bySource = { system: 0, tools: 612, skills: 488, history: 96, toolOutput: 41 }
  const story = tell('disk', BASE).open('Which folders are the largest?').ask(QUESTION)
  const send = (request: number, bytes: number) => {
    story.add({ type: 'context.fitted', numCtx: 8192, estimate: 1237, bySource })
    if (!isKept) return
    const named = { turn: 'turn-1', request, model: 'qwen3:4b', numCtx: 8192, tools: ['folder_sizes', 'read_skill'] }
    story.add({ type: 'request.sent', ...named, bytes, sha256: '8f14e45f'.repeat(8), kept: '0'.repeat(64) })
  }
  send(1, 4610)
  story
    .add({ type: 'call.requested', call: 'bad', tool: 'folder_sizes', args: { folder: '~' }, recoveredFrom: 'content' })
    .add({ type: 'call.refused', call: 'bad', code: 'PARAM_MISSING', message: 'missing parameter: path (string)' })
  send(2, 5084)
  story.ran('du', 'folder_sizes', { path: '/home/you', depth: '2' }, du, { ms: 3100 })
  send(3, 6120)
  return story.say('The cache is the largest: 18 GB. After it come your videos with 12 GB.').end('answered').facts
}

/** A record so long that nobody has seen all of it. */
function rowOf(place: number): ActivityRow {
  const like = ROWS[place % ROWS.length] ?? ROWS[0]
  const at = new Date(BASE - (MANY - place) * 47_000).toISOString()
  return {
    ...(like as ActivityRow),
    call: `call-${place}`,
    seq: place,
    at,
    state: like?.state === 'waiting' ? 'done' : (like?.state ?? 'done'),
  }
}

const LEFT = { ...rowOf(1), chat: 'disk', call: 'left', state: 'done', exitCode: 0, ms: 3100 } as const
const RIGHT = { ...rowOf(MANY - 1), chat: 'disk', call: 'right', state: 'failed', exitCode: 1, ms: 412 } as const

/** Looking closer at what is on record. */
export function inspectionScreens(at: (go: Screen['go'], more?: Partial<World>) => Screen): Record<string, Screen> {
  const turn = (isKept: boolean) =>
    at(
      async (app) => {
        await app.openChat('disk')
        app.inspectTurn('turn-1')
      },
      {
        facts: { disk: turnFacts(isKept) },
        answers: {
          'turn.read': () => ({ facts: turnFacts(isKept), isCut: false }),
          'request.read': () => ({ text: REQUEST, characters: REQUEST.length }),
        },
      },
    )
  return {
    turn: turn(true),
    'turn-before': turn(false),
    'activity-many': at(
      async (app) => {
        app.show('activity')
        for (const place of [MANY - 3, MANY - 5]) app.chooseActivity(rowOf(place))
      },
      {
        answers: {
          'activity.page': ({ from, limit }) => {
            const start = from < MANY ? from : MANY - limit
            const rows = Array.from({ length: limit }, (_, step) => rowOf(start + limit - 1 - step))
            return { total: MANY, from: start, rows, isPartial: false }
          },
        },
      },
    ),
    compare: at((app) => void app.compareCalls('left', 'right'), {
      answers: {
        'call.compare': () => ({
          ...{ left: LEFT, right: RIGHT, differs: ['skillHash', 'cwd'], isShortened: false },
          argv: [
            { left: 'du', right: 'du' },
            { left: '-xh', right: '-xh' },
            { left: '--max-depth=1' },
            { left: '/home/you', right: '/home/you/.cache and a folder with a very long name that must wrap' },
          ],
          stdout: ['@@ -1 +1 @@', ' 212M\t./Documents', '-12G\t./Videos', '+11G\t./Videos', ' 18G\t.'],
          stderr: ['@@ -1 +1 @@', "+du: cannot read directory './private': Permission denied"],
        }),
      },
    }),
    'compare-choose': at((app) => void app.chooseComparison('du', 'folder_sizes'), {
      answers: { 'call.alike': () => ({ rows: ROWS.slice(1, 4) }) },
    }),
  }
}
