import type { CallStyle, ModelTrial, StyleScore } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import type { World } from './bridge.ts'
import { MODELS } from './models.tsx'
import { READY, SKILLS } from './records.ts'
import type { Screen } from './screens.ts'

const score: StyleScore = {
  ...{ style: 'native', asked: 8, picked: 8, fitted: 7, askedForNothing: 4, quiet: 3, called: 9, ms: 41_000 },
}
const piecewise = (style: CallStyle, picked: number, fitted: number): StyleScore => ({
  ...{ ...score, style, picked, fitted, quiet: 2, called: 9 },
})

const good: ModelTrial = { scores: [score], best: 'native' }
const chosen: ModelTrial = { scores: [piecewise('compact', 6, 5), piecewise('choose', 4, 3)], best: 'compact' }
const silent: ModelTrial = {
  scores: [{ ...score, picked: 0, fitted: 0, quiet: 4, called: 0 }, piecewise('choose', 5, 4)],
  best: 'choose',
}

const KNOWN: Record<string, Partial<OllamaModel>> = {
  'qwen3:4b': { settings: { context: 24_576, keepAlive: '1h', think: 'off' }, trial: good },
  'gemma3:4b': { trial: chosen },
  'smollm2-tools': { trial: silent },
}

const TRIED: World['ollama'] = {
  ...READY,
  models: MODELS.map((model) => ({ ...model, ...KNOWN[model.name] })),
} as World['ollama']

const someOff = SKILLS.map((skill) =>
  skill.name === 'photo-tools' ? { ...skill, toolsOff: skill.tools.slice(0, 1).map(({ name }) => name) } : skill,
)

/** Choosing a model, its tools, and what holds for it. */
export function choiceScreens(at: (go: Screen['go'], more?: Partial<World>) => Screen): Record<string, Screen> {
  return {
    'model-picker': at((app) => {
      app.newChat()
      app.openPicker('model')
    }),
    'tools-picker': at(
      (app) => {
        app.newChat()
        void app.setToolsOff({ skills: [], tools: [SKILLS[0]?.tools[0]?.modelName ?? ''] })
        app.openPicker('tools')
      },
      { skills: someOff },
    ),
    'models-tried': at((app) => app.show('models'), { ollama: TRIED }),
    'models-trying': at((app) => app.show('models'), {
      trials: [{ model: 'qwen3:4b', state: 'running', done: 5, of: 12 }],
    }),
    'tool-off': at((app) => app.show('skills'), { skills: someOff }),
  }
}
