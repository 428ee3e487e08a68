import type { App } from '#renderer/store/state.ts'
import type { Fact } from '#shared/facts'
import type { World } from './bridge.ts'
import { choiceScreens } from './choices.ts'
import { FOUND, fullStory } from './context.ts'
import { inspectionScreens } from './inspection.ts'
import { NO_MODEL, NOT_INSTALLED, PULLS } from './models.tsx'
import { pictureScreens } from './pictures.ts'
import { findDisk, formulaStory, foundIn } from './reading.ts'
import { ABOUT, READY, ROWS, SKILLS, UNREACHABLE } from './records.ts'
import {
  answeredStory,
  diskStory,
  endingsStory,
  errorStory,
  longStory,
  OUTPUTS,
  runningStory,
  streamingStory,
  summaries,
} from './stories.ts'
import { TRUST_ANSWERS, trustScreens } from './trust.ts'
import { writingScreens } from './writing.ts'

export interface Screen {
  world: World
  /** Brings the window to where the screen is. */
  go: (app: App) => void
}

const world = (more: Partial<World> = {}): World => ({
  about: ABOUT,
  chats: summaries([...(more.facts?.disk ?? []), ...(more.arrivals ?? [])]),
  facts: {},
  skills: SKILLS,
  ollama: READY,
  pulls: [],
  found: [],
  rows: ROWS,
  outputs: OUTPUTS,
  arrivals: [],
  ticks: [],
  failures: {},
  ...TRUST_ANSWERS,
  ...more,
})

const inChat = (facts: Fact[], more: Partial<World> = {}, inspected?: string, then?: (app: App) => void): Screen => ({
  world: world({ facts: { disk: facts }, ...more }),
  go: async (app) => {
    await app.openChat('disk', inspected)
    then?.(app)
  },
})

const at = (go: Screen['go'], more: Partial<World> = {}): Screen => ({ world: world(more), go })

const turn = { chat: 'disk', turn: 'turn-2' }

export const SCREENS: Record<string, Screen> = {
  conversation: inChat(diskStory(), {}, 'df'),
  approval: inChat(diskStory()),
  'approval-long': inChat(longStory()),
  endings: inChat(endingsStory()),
  error: inChat(errorStory(), { failures: { 'chat.stop': { code: 'INTERNAL', message: 'never' } } }),
  'right-to-left': inChat(answeredStory()),
  running: inChat(runningStory(), {
    ticks: [
      { tick: 'phase', ...turn, phase: 'working' },
      {
        tick: 'output',
        chat: 'disk',
        run: 'run-du',
        stream: 'stdout',
        text: '212M\t/home/you/Documents\n6.4G\t/home/you/node_modules-old\n',
      },
    ],
  }),
  streaming: inChat(streamingStory().slice(0, 1), {
    arrivals: streamingStory().slice(1),
    ticks: [
      { tick: 'token', ...turn, thinking: true, text: 'df says 94 %. The rest is small.' },
      {
        tick: 'token',
        ...turn,
        thinking: false,
        text: 'Your disk is **94 % full**. It holds:\n\n1. the system, 219 GB\n2. a NAS, which has\n\n```sh\ndf -h --output=targ',
      },
    ],
  }),
  formulas: inChat(formulaStory()),
  find: inChat(diskStory(), { found: foundIn(diskStory()) }, undefined, (app) => void findDisk(app)),
  palette: inChat(answeredStory(), {}, undefined, (app) => app.openOverlay('palette')),
  shortcuts: at((app) => app.openOverlay('shortcuts')),
  search: at(
    (app) => {
      app.openSearch()
      void app.searchMessages('disk')
    },
    { found: FOUND },
  ),
  'new-chat': at((app) => app.newChat()),
  'first-start': at((app) => app.newChat(), { chats: [], rows: [], ollama: NOT_INSTALLED }),
  'no-ollama': at((app) => app.newChat(), { ollama: UNREACHABLE }),
  'send-failed': at(
    (app) => {
      app.newChat()
      app.setDraft('How full are my disks?')
      void app.send('How full are my disks?')
    },
    {
      failures: {
        'chat.send': {
          code: 'OLLAMA_UNREACHABLE',
          message:
            'Ollama does not answer at http://127.0.0.1:11434 (ECONNREFUSED). Start it (ollama serve), or correct the host in Settings.',
        },
      },
    },
  ),
  skills: at((app) => app.show('skills')),
  ...trustScreens(at),
  ...choiceScreens(at),
  ...inspectionScreens(at),
  ...pictureScreens(world),
  ...writingScreens(inChat),
  activity: at((app) => {
    app.show('activity')
    void app.verify()
  }),
  'activity-empty': at((app) => app.show('activity'), { rows: [] }),
  'activity-nothing': at(async (app) => {
    await app.listActivity('docker run')
    app.show('activity')
  }),
  models: at((app) => app.show('models'), { pulls: PULLS }),
  'models-elsewhere': at((app) => app.show('models'), {
    ollama: { ...READY, host: 'https://models.example.org', isElsewhere: true },
  }),
  'not-installed': at((app) => app.newChat(), { ollama: NOT_INSTALLED }),
  'no-model': at((app) => app.newChat(), { ollama: NO_MODEL, pulls: PULLS.slice(0, 1) }),
  context: inChat(fullStory()),
  'models-unreachable': at((app) => app.show('models'), { ollama: UNREACHABLE }),
  settings: at((app) => app.show('settings')),
  'settings-limits': at((app) => {
    app.show('settings')
    setTimeout(() => document.querySelector('.setting:has(.setting-number)')?.scrollIntoView(), 200)
  }),
  moving: at((app) => {
    app.show('settings')
    void app.moveData()
  }),
  'data-moved': at(
    (app) => {
      app.show('settings')
      setTimeout(() => document.querySelector('.data-place')?.scrollIntoView({ block: 'center' }), 200)
    },
    {
      answers: {
        'place.read': () => ({
          ...{ home: '/media/you/Travel/skillet', isNamed: false },
          kept: '/home/you/.config/Skillet-moved-2026-11-18T10-12-44',
        }),
      },
    },
  ),
  notices: at((app) => app.show('settings'), {
    about: {
      ...ABOUT,
      notices: [
        {
          severity: 'warning',
          message: 'The record was damaged (fact 4118 cannot be read). 4117 facts could be read and are here.',
          remedy:
            'The damaged file is kept whole at /home/you/.local/share/skillet/skillet.db.damaged-2031-11-18T10-31-07-000Z.',
        },
      ],
    },
    failures: {
      'skill.list': { code: 'INTERNAL', message: 'The folder cannot be read: it is not a folder.' },
    },
  }),
}
