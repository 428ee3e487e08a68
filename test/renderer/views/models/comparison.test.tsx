import { describe, expect, it } from 'vitest'
import { Comparison } from '#renderer/views/models/models.tsx'
import type { ModelComparison } from '#shared/model/model-comparison'
import { draw } from '../../draw.ts'

const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const models = ['a:1b', 'b:2b', 'c:3b'].map((name) => ({
  ...{ name, bytes: 1, parameters: '', quantization: '', isLoaded: false },
}))
const drawIt = (comparedModels: ModelComparison | null) =>
  draw(<Comparison />, { comparedModels, ollama: { state: 'ready', host: '', version: '', models } })
const row = {
  ...{ chat: 'c', seq: 7, text: 'How full is the disk?' },
  answers: {
    'a:1b': { calls: [{ tool: 'system_disk', line: 'df -h' }], text: '', ms: 1500 },
    'b:2b': { calls: [{ tool: 'disk', problem: 'there is no tool disk' }], text: '', ms: 900 },
  },
}

describe('the comparison of models', () => {
  it('starts with two chosen models, and says that nothing runs', () => {
    const markup = drawIt(null)
    expect(markup.match(/checked=""/g)).toHaveLength(2)
    expect(words(markup)).toContain('Compare 2 models')
    expect(words(markup)).toContain('Nothing is run.')
  })

  it('shows for each request what each model would run, or why it would not', () => {
    const said = words(drawIt({ state: 'done', models: ['a:1b', 'b:2b'], rows: [row], done: 2, of: 2 }))
    expect(said).toContain(
      'How full is the disk? Show in chat system_disk df -h 1.5 s disk there is no tool disk'.replace(/\s+/g, ' '),
    )
  })

  it('reveals invisible characters in a model’s text', () => {
    const hidden = { ...row, answers: { 'a:1b': { calls: [], text: 'a\u202eb', ms: 1 } } }
    expect(drawIt({ state: 'done', models: ['a:1b'], rows: [hidden], done: 1, of: 1 })).not.toContain('\u202e')
  })

  it('can be stopped, and says so if there is nothing to compare', () => {
    expect(words(drawIt({ state: 'running', models: ['a:1b'], rows: [row], done: 1, of: 4 }))).toContain('1 of 4 Stop')
    expect(words(drawIt({ state: 'done', models: ['a:1b'], rows: [], done: 0, of: 0 }))).toContain(
      'no requests to compare',
    )
  })
})
