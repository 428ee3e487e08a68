import type { Fact, Tick, ToolsOff } from '#shared/facts'
import type { ModelComparison } from '#shared/model/model-comparison'
import { fullModelName, type ModelSettings, type TrialProgress } from '#shared/model/model-settings'
import { summaryIn } from './chats.ts'
import type { Context, State } from './state.ts'

export const NOTHING_OFF: ToolsOff = { skills: [], tools: [] }

/** Choices about models and about the tools of one chat. */
export const noChoices = {
  /** What is open above the composer. */
  picker: null as 'model' | 'tools' | null,
  /** Running trials, and how the others of this session ended. */
  modelTrials: new Map() as ReadonlyMap<string, TrialProgress>,
  /** The latest comparison of this session. */
  comparedModels: null as ModelComparison | null,
  /** For a new chat. */
  freshToolsOff: NOTHING_OFF,
}

export function makeChoiceActions({ get, set, ask }: Context) {
  const takeTrial = (trial: TrialProgress) =>
    set(({ modelTrials }) => ({ modelTrials: new Map(modelTrials).set(trial.model, trial) }))

  return {
    openPicker: (picker: State['picker']): void => set({ picker }),
    /** All settings of the model. */
    setModel: async (model: string, settings: ModelSettings): Promise<boolean> =>
      (await ask('model.set', { model, ...settings })) !== undefined,
    async tryModel(model: string): Promise<void> {
      const trial = await ask('model.try', { model })
      // A tick may have brought newer progress.
      if (trial && get().modelTrials.get(model)?.state !== 'running') takeTrial(trial)
    },
    async compareModels(models: readonly string[]): Promise<void> {
      const comparison = await ask('model.compare', { models: [...models] })
      // A tick may have brought newer progress.
      if (comparison && get().comparedModels?.state !== 'running') set({ comparedModels: comparison })
    },
    /** Everything that is off in the visible chat. */
    async setToolsOff({ skills, tools }: ToolsOff): Promise<void> {
      const { open } = get()
      if (open === null) set({ freshToolsOff: { skills, tools } })
      else await ask('chat.setToolsOff', { chat: open, skills: [...skills], tools: [...tools] })
    },
    /** Records the choices for a new chat. */
    async takeFreshChoices(chat: string): Promise<void> {
      const { skills, tools } = get().freshToolsOff
      if (skills.length + tools.length === 0) return
      if (await ask('chat.setToolsOff', { chat, skills: [...skills], tools: [...tools] })) {
        set({ freshToolsOff: NOTHING_OFF })
      }
    },
    takeModelFact(fact: Fact): void {
      if (fact.type !== 'model.set' && fact.type !== 'model.tried') return
      const { ollama } = get()
      if (ollama?.state !== 'ready') return
      const change = fact.type === 'model.set' ? { settings: fact.settings } : { trial: fact.trial }
      const name = fullModelName(fact.model)
      const models = ollama.models.map((model) =>
        fullModelName(model.name) === name ? { ...model, ...change } : model,
      )
      set({ ollama: { ...ollama, models } })
    },
    takeModelTick: ({ trial }: Extract<Tick, { tick: 'model-trial' }>): void => takeTrial(trial),
  }
}

/** What is off in the visible chat. */
export const toolsOffIn = (state: Pick<State, 'open' | 'summaries' | 'freshToolsOff'>): ToolsOff =>
  state.open === null ? state.freshToolsOff : (summaryIn(state)?.toolsOff ?? NOTHING_OFF)
