import { describe, expect, it } from 'vitest'
import { actionLabel, NextStep, titleOf } from '#renderer/views/models/ollama-help.tsx'
import { RECOMMENDED } from '#shared/model/model'
import { actionFor } from '#shared/model/ollama-action'
import { MODELS, PULLS, STATES } from '../../../stories/models.ts'
import { draw } from '../../draw.ts'

const render = (ollama: (typeof STATES)[number], pulls = PULLS.slice(0, 0)) =>
  draw(<NextStep ollama={ollama} />, { pulls: new Map(pulls.map((pull) => [pull.model, pull])) })
const buttons = (markup: string) => markup.match(/<button/g)?.length ?? 0

describe('the page shown while Ollama is not ready', () => {
  it('has its own title and exactly one action for every state', () => {
    expect(new Set(STATES.map(titleOf)).size).toBe(STATES.length)
    for (const ollama of STATES) {
      const action = actionFor(ollama)
      expect(action).not.toBeNull()
      expect(buttons(render(ollama))).toBe(1)
      if (action) expect(render(ollama)).toContain(actionLabel(action, ollama))
    }
  })

  it('says that it continues when Ollama is ready', () => {
    for (const ollama of STATES) expect(render(ollama)).toContain('continues when Ollama is ready')
  })

  it('shows the progress of a download, and offers no second one meanwhile', () => {
    const noModel = STATES.find(({ state }) => state === 'no-model')
    const markup = noModel ? render(noModel, PULLS.slice(0, 1)) : ''
    expect(markup).toContain('812\u00a0MB of 2.0\u00a0GB')
    expect(noModel && render(noModel)).toContain(`Download ${RECOMMENDED.name}`)
    expect(markup).not.toContain(`Download ${RECOMMENDED.name}`)
    expect(markup).toContain('aria-label="Stop downloading llama3.2:3b"')
  })

  it('names the existing models if none of them can chat', () => {
    const others = STATES.find((ollama) => ollama.state === 'no-model' && ollama.others)
    expect(others && render(others)).toContain(MODELS.at(-1)?.name)
  })
})
