import type { Input, Output, RequestName } from '#renderer/bridge.ts'
import type { App } from '#renderer/store/app.ts'
import type { Picture } from '#shared/chat/picture'
import type { Tick } from '#shared/facts'
import { message } from '#shared/messages/message'
import type { ModelTrial } from '#shared/model/model-settings'
import { COMPARED, INTERPRETERS, TRIALS } from './samples.ts'

/** What the stories of ./worlds.ts are called by. */
export interface Known {
  disk: string
  long: string
  endings: string
  error: string
  hebrew: string
  running: string
  streaming: string
  find: string
  versions: string
  version: string
  context: string
  decisions: string
  cards: Record<string, string>
  program: string
  pictures: string
  picture: Picture
  staged: Picture[]
  imported: NonNullable<Output<'chat.import'>['imported']>
  turn: string
  left: string
  right: string
}

/** Where main's answer is not the one to show: what no home of a test can be in. */
type Instead = { [N in RequestName]?: (value: Output<N>, known: Known, input: Input<N>) => Output<N> }

export interface Screen {
  /** Of ./worlds.ts. */
  world?: 'home' | 'empty' | 'confined' | 'bare' | 'dead' | 'stopped'
  instead?: Instead
  /** A story that is begun for this look. */
  begin?: 'running' | 'streaming'
  /** Brings the window to where the screen is. */
  go(app: App, known: Known, push: (tick: Tick) => void): unknown
}

const at = (go: Screen['go'], more: Omit<Screen, 'go'> = {}): Screen => ({ go, ...more })
const chat = (name: keyof Known, then?: Screen['go']): Screen =>
  at(async (app, known, push) => {
    await app.openChat(String(known[name]))
    await then?.(app, known, push)
  })
const skills = (then: Screen['go'], instead?: Instead) =>
  at((app, known, push) => {
    app.show('skills')
    return then(app, known, push)
  }, instead && { instead })

const withTrials = (value: Output<'model.list'>): Output<'model.list'> =>
  value.state === 'ready'
    ? {
        ...value,
        models: value.models.map((model) => ({
          ...model,
          ...(TRIALS[model.name] && { trial: TRIALS[model.name] as ModelTrial }),
        })),
      }
    : value

const toView = (selector: string) => setTimeout(() => document.querySelector(selector)?.scrollIntoView(), 200)
const photo = (change: (skill: Output<'skill.list'>['skills'][number]) => object) => ({
  'skill.list': ({ skills: all }: Output<'skill.list'>) => ({
    skills: all.map((skill) => (skill.name === 'photo-tools' ? { ...skill, ...change(skill) } : skill)),
  }),
})

const card = (name: string, then?: Screen['go']): [string, Screen] => [
  `card-${name}`,
  at(
    async (app, known, push) => {
      await app.openChat(known.cards[name] ?? '')
      await then?.(app, known, push)
    },
    { world: 'confined' },
  ),
]

const CARDS =
  'read replace create online closed undoable gone code http function prompt tool-code server question credential unknown long reads many'

export const SCREENS: Record<string, Screen> = {
  ...Object.fromEntries(CARDS.split(' ').map((name) => card(name))),
  conversation: chat('disk', (app) => app.setInspector(true)),
  approval: chat('disk'),
  'approval-long': chat('long'),
  endings: chat('endings'),
  error: chat('error'),
  'right-to-left': chat('hebrew'),
  running: { ...chat('running'), begin: 'running' },
  streaming: { ...chat('streaming'), begin: 'streaming' },
  formulas: chat('find'),
  find: chat('disk', async (app) => {
    app.openFind()
    await app.findText('disk')
    await app.stepFind(1)
  }),
  palette: chat('hebrew', (app) => app.openOverlay('palette')),
  shortcuts: at((app) => app.openOverlay('shortcuts')),
  search: at((app) => {
    app.openSearch()
    return app.searchMessages('disk')
  }),
  versions: chat('versions'),
  rewriting: chat('versions', (app, { version }) => app.rewrite(version)),
  slash: chat('versions', (app) => app.write({ text: '/' })),
  context: chat('context'),
  decisions: chat('decisions'),
  pictures: chat('pictures', (app, { staged }) => {
    app.write({ text: 'And what is this?' })
    app.write({ images: staged })
  }),
  'picture-large': chat('pictures', (app, { picture }) => app.enlarge(picture)),
  imported: at((app) => app.importChat(), { instead: { 'chat.import': (_, { imported }) => ({ imported }) } }),
  'too-long': at((app) => {
    app.newChat()
    const log = 'nov 18 03:10:02 backup[812]: copied 4 117 of 9 022 files, 3 could not be read\n'
    app.write({ text: 'Why did the backup stop?', longTexts: [log.repeat(15_000)] })
  }),
  'answer-again': chat('disk', (app, { turn }) => app.chooseAnswerer(turn)),
  turn: chat('disk', (app, { turn }) => app.inspectTurn(turn)),
  'turn-before': {
    ...chat('disk', (app, { turn }) => app.inspectTurn(turn)),
    instead: {
      'turn.read': (value) => ({ ...value, facts: value.facts.filter(({ type }) => type !== 'request.sent') }),
    },
  },
  compare: at((app, { left, right }) => app.compareCalls(left, right)),
  'compare-choose': at((app, { left }) => app.chooseComparison(left, 'files_disk_usage')),

  'new-chat': at((app) => app.newChat()),
  'first-start': at((app) => app.newChat(), { world: 'empty' }),
  'no-ollama': at((app) => app.newChat(), { world: 'stopped' }),
  'not-installed': at((app) => app.newChat(), { world: 'dead' }),
  'no-model': at((app) => app.newChat(), { world: 'bare' }),
  'send-failed': at(
    (app) => {
      app.newChat()
      app.write({ text: 'How full are my disks?' })
      return app.send()
    },
    { world: 'stopped' },
  ),
  ready: at((app) => app.newChat(), {
    instead: {
      'chat.readAhead': () => ({ isReady: true }),
      'model.list': (value) =>
        value.state === 'ready'
          ? { ...value, models: value.models.map((model) => ({ ...model, isLoaded: true })) }
          : value,
    },
  }),
  'model-picker': at((app) => {
    app.newChat()
    app.openPicker('model')
  }),
  'tools-picker': at((app) => {
    app.newChat()
    app.openPicker('tools')
    return app.setToolsOff({ skills: [], tools: ['files_disk_usage'] })
  }),

  skills: at((app) => app.show('skills')),
  'skills-waiting': skills((app) => app.chooseSkill('photo-tools')),
  'skills-ready': skills(
    (app) => app.chooseSkill('photo-tools'),
    photo(() => ({ missingBins: [] })),
  ),
  'tool-off': skills(
    () => undefined,
    photo(({ tools }) => ({ state: 'trusted', toolsOff: tools.slice(0, 1).map(({ name }) => name) })),
  ),
  review: skills((app) => app.review('photo-tools')),
  'review-changed': skills((app) => app.review('garden-notes')),
  playground: skills((app) => {
    app.chooseSkill('files')
    app.openTrial('files_disk_usage')
  }),
  install: skills((app) => app.openIntake()),
  'install-choose': skills((app) => {
    app.openIntake()
    return app.stage('/home/you/Downloads/skills')
  }),
  'install-refused': skills((app) => {
    app.openIntake()
    return app.stage('/home/you/Downloads/handy.zip')
  }),

  activity: at((app) => {
    app.show('activity')
    return app.verify()
  }),
  'activity-filtered': at((app) => {
    app.show('activity')
    return app.filterActivity({ state: 'done' })
  }),
  'activity-many': at(async (app) => {
    await app.filterActivity({ state: 'done' })
    app.show('activity')
  }),
  'activity-empty': at((app) => app.show('activity'), { world: 'empty' }),
  'activity-nothing': at(async (app) => {
    await app.listActivity('docker run')
    app.show('activity')
  }),

  models: at((app) => app.show('models')),
  'models-elsewhere': at((app) => app.show('models'), {
    instead: {
      'model.list': (value) =>
        value.state === 'ready' ? { ...value, host: 'https://models.example.org', isElsewhere: true } : value,
    },
  }),
  'models-tried': at((app) => app.show('models'), { instead: { 'model.list': withTrials } }),
  'models-trying': at((app) => app.show('models'), {
    instead: { 'model.trials': () => ({ trials: [{ model: 'qwen3:4b', state: 'running', done: 5, of: 12 }] }) },
  }),
  'models-compared': at(
    (app) => {
      app.show('models')
      toView('#model-comparison')
    },
    { instead: { 'model.comparison': () => ({ comparison: COMPARED }) } },
  ),
  'models-unreachable': at((app) => app.show('models'), { world: 'dead' }),

  programs: at(
    async (app, known) => {
      app.show('programs')
      await app.list('program.list')
      await app.showProgram(known.program)
    },
    { world: 'confined' },
  ),
  background: at((app) => app.show('background'), { world: 'confined' }),
  server: at(
    (app) => {
      app.show('skills')
      return app.chooseSkill('travel')
    },
    { world: 'confined' },
  ),
  settings: at((app) => app.show('settings')),
  'settings-limits': at((app) => {
    app.show('settings')
    toView('.setting:has([type="number"])')
  }),
  'settings-programs': at(
    (app) => {
      app.show('settings')
      toView('.setting:has(.programs)')
    },
    {
      instead: {
        'interpreter.list': () => ({ interpreters: INTERPRETERS }),
      },
    },
  ),
  moving: at((app, _, push) => {
    app.show('settings')
    push({ tick: 'moving', chat: null, phase: 'copying', done: 412_000_000, whole: 1_240_000_000 })
  }),
  'data-moved': at(
    (app) => {
      app.show('settings')
      toView('.setting:has(.path)')
    },
    {
      instead: {
        'place.read': (value) => ({ ...value, kept: '/home/you/.config/Skillet-moved-2026-11-18T10-12-44' }),
      },
    },
  ),
  notices: at((app) => app.show('settings'), {
    instead: {
      'app.read': (value) => ({
        ...value,
        notices: [
          {
            message: message('record-was-salvaged', {
              reason: message('record-was-damaged', { reason: message('entry-unreadable', { fact: 4118 }) }),
              count: 4117,
            }),
            remedy: message('damaged-file-kept', { path: '/home/you/.config/Skillet/skillet.db.damaged' }),
          },
        ],
      }),
    },
  }),
}
