import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { countOn, isUsable, switchSkillIn, switchToolIn } from '#renderer/parts/skill/skill-words.ts'
import { ToolsPicker } from '#renderer/parts/skill/tools-picker.tsx'
import { moveIn } from '#renderer/parts/ui/chooser.tsx'
import { ModelChip } from '#renderer/views/chat/compose-chips.tsx'
import { ModelSetup, Trial } from '#renderer/views/models/model-setup.tsx'
import type { ModelTrial, StyleScore, TrialProgress } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { MODELS } from '../../../stories/models.ts'
import { SKILLS } from '../../../stories/records.ts'
import { draw } from '../../draw.ts'

const nothing = () => {}
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const NONE = { skills: [], tools: [] }
const model = MODELS[0] as OllamaModel
const score: StyleScore = {
  ...{ style: 'native', asked: 8, picked: 7, fitted: 6, askedForNothing: 4, quiet: 3, called: 8, ms: 9000 },
}
const silent: StyleScore = { ...score, picked: 0, fitted: 0, quiet: 4, called: 0 }

describe('the model picker', () => {
  const markup = draw(<ModelChip />, {
    ...{ ollama: { state: 'ready', host: '', version: '', models: [...MODELS], byDefault: 'qwen3:4b' } },
    picker: 'model',
  })

  it('offers every model that can chat, with its abilities, and lists the others last', () => {
    const options = markup.match(/role="option"/g)
    expect(options).toHaveLength(MODELS.length - 1 + 1)
    expect(words(markup)).not.toContain('nomic-embed-text')
    expect(words(markup)).toMatch(/qwen3:4b tools thinking 4\.0B · 2\.6 GB loaded/)
    expect(words(markup)).toMatch(/Manage models… $/)
  })

  it('marks the one in use, for screen readers too', () => {
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
    expect(markup).toContain('aria-label="Model: qwen3:4b"')
  })

  it('moves through the list with its keys', () => {
    expect([moveIn('ArrowDown', 2, 3), moveIn('ArrowUp', 0, 3), moveIn('Home', 2, 3), moveIn('End', 0, 3)]).toEqual([
      ...[0, 2, 0, 2],
    ])
    expect([moveIn('x', 0, 3), moveIn('ArrowDown', 0, 0)]).toEqual([null, null])
  })
})

describe('the list of a chat’s tools', () => {
  const usable = SKILLS.filter(isUsable)
  const skill = usable[0] as (typeof usable)[0]
  const tool = skill.tools[0] as (typeof skill.tools)[0]
  const drawTools = (off: typeof NONE, skills = SKILLS) =>
    renderToStaticMarkup(
      <ToolsPicker {...{ skills, off, isOpen: true }} {...{ onToggle: nothing, onChange: nothing, onMore: nothing }} />,
    )

  it('counts the offered tools, and has a box for each skill and each tool', () => {
    const count = countOn(SKILLS, NONE)
    expect(count.skills).toBe(usable.length)
    expect(drawTools(NONE).match(/type="checkbox"/g)).toHaveLength(count.skills + count.tools)
  })

  it('removes one tool, or a whole skill, from the count and adds it back', () => {
    const all = countOn(SKILLS, NONE)
    const one = switchToolIn(NONE, tool.modelName, false)
    expect(countOn(SKILLS, one)).toEqual({ ...all, tools: all.tools - 1 })
    expect(switchToolIn(one, tool.modelName, true)).toEqual(NONE)
    const whole = switchSkillIn(NONE, skill.name, false)
    expect(countOn(SKILLS, whole)).toEqual({ skills: all.skills - 1, tools: all.tools - skill.tools.length })
    expect(drawTools(whole as typeof NONE)).toContain('Turn all on')
  })

  it('cannot switch on what is off for all chats, and says so', () => {
    const skills = [{ ...skill, toolsOff: [tool.name] }]
    expect(countOn(skills, NONE).tools).toBe(skill.tools.length - 1)
    expect(words(drawTools(NONE, skills))).toContain(`${tool.modelName} off in all chats`)
  })
})

describe('the settings of a model', () => {
  const drawSetup = (each: OllamaModel) => renderToStaticMarkup(<ModelSetup model={each} />)

  it('are offered as far as the model supports them', () => {
    expect(words(drawSetup(model))).toMatch(
      /Context In tokens, up to 40,960.*Keep in memory.*Think before answering.*step by step/,
    )
    expect(words(drawSetup(MODELS[1] as OllamaModel))).not.toMatch(/Think before answering|step by step/)
  })

  it('are shown as main has them', () => {
    const markup = drawSetup({ ...model, settings: { context: 24_576, keepAlive: '1h', think: 'off' } })
    expect(markup).toContain('value="24576"')
    expect(markup).toMatch(/<option value="1h" selected="">1 hour/)
    expect(markup).toMatch(/<option value="off" selected="">Off/)
  })
})

describe('a model’s trial', () => {
  const drawTrial = (trial: ModelTrial | undefined, progress?: TrialProgress) =>
    draw(<Trial model={{ ...model, ...(trial && { trial }) }} />, {
      modelTrials: new Map(progress ? [[model.name, progress]] : []),
    })

  it('says what was right, of how many', () => {
    const said = words(drawTrial({ scores: [score], best: 'native' }))
    expect(said).toContain(
      'Native tool calls correct tool 7 of 8 · correct arguments 6 of 7 · no unnecessary call 3 of 4',
    )
    expect(said).toContain('Good at calling tools. Skillet uses what worked best: Native tool calls.')
  })

  it('says which style did best, and which one chats use', () => {
    const trial: ModelTrial = { scores: [silent, { ...score, style: 'choose' }], best: 'choose' }
    expect(words(drawTrial(trial))).toContain('uses what worked best: Pick a tool, then fill it in.')
  })

  it('shows its progress and can be stopped, or says why it failed', () => {
    const running = drawTrial(undefined, { model: 'qwen3:4b', state: 'running', done: 3, of: 12 })
    expect(words(running)).toContain('3 of 12')
    expect(running).toContain('aria-label="Stop testing qwen3:4b"')
    const failed = drawTrial(undefined, {
      model: 'qwen3:4b',
      state: 'failed',
      done: 3,
      of: 12,
      message: 'Start Ollama.',
    })
    expect(words(failed)).toMatch(/Test qwen3:4b.*Start Ollama\./)
  })
})
