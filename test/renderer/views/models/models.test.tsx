import { describe, expect, it } from 'vitest'
import {
  canChat,
  capabilityWords,
  cautionOf,
  figuresOf,
  pullLine,
  shareOf,
} from '#renderer/views/models/model-words.ts'
import { ModelList } from '#renderer/views/models/models.tsx'
import { Pulls } from '#renderer/views/models/ollama-help.tsx'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { MODELS, PULLS } from '../../../stories/models.ts'
import { draw } from '../../draw.ts'

const ollama: OllamaState = { state: 'ready', host: '', version: '', models: [...MODELS] }
const list = draw(<ModelList />, { ollama, settings: { ...DEFAULT_SETTINGS, model: 'qwen3:4b' } })
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the models Ollama has', () => {
  it('show their size, their quantisation, what they can do, and their real context', () => {
    expect(words(list)).toContain('qwen3:4b tools thinking')
    expect(words(list)).toContain('4.0B · Q4_K_M · 2.6 GB · up to 40,960 tokens')
    expect(words(list)).toContain('loaded · 8,192 tokens')
  })

  it('can be unloaded if loaded, and deleted, each with a button that names it', () => {
    expect(list.match(/aria-label="Unload [^"]*"/g)).toEqual(['aria-label="Unload qwen3:4b"'])
    expect(list.match(/aria-label="Delete [^"]*"/g)).toHaveLength(MODELS.length)
  })

  it('cannot be chosen if they cannot chat, and say why', () => {
    expect(MODELS.map(canChat)).toEqual([true, true, true, false])
    expect(list).toMatch(/<input[^>]*disabled=""[^>]*value="nomic-embed-text"/)
    expect(cautionOf(MODELS[3] as (typeof MODELS)[0])).toContain('Can’t chat')
    expect(cautionOf(MODELS[1] as (typeof MODELS)[0])).toContain('No tool support')
    expect(cautionOf(MODELS[0] as (typeof MODELS)[0])).toBeNull()
  })

  it('claim nothing that the server did not report', () => {
    const bare: OllamaModel = { name: 'old', bytes: 1_000_000, parameters: '', quantization: '', isLoaded: false }
    expect(capabilityWords(bare)).toBeNull()
    expect(cautionOf(bare)).toBeNull()
    expect(figuresOf(bare)).toBe('1.0\u00a0MB')
  })
})

describe('models being downloaded', () => {
  it('show their progress, and how earlier ones ended', () => {
    expect(PULLS.map(pullLine)).toEqual([
      '812\u00a0MB of 2.0\u00a0GB',
      'Stopped at 700\u00a0MB of 2.5\u00a0GB. You can resume later.',
      expect.stringContaining('no model qwen9:4b'),
    ])
    expect(shareOf({ bytes: 0, doneBytes: 0 })).toBe(0)
    expect(shareOf({ bytes: 10, doneBytes: 20 })).toBe(1)
  })

  it('show each layer, can be stopped, and resume', () => {
    const markup = draw(<Pulls />, { pulls: new Map(PULLS.map((pull) => [pull.model, pull])) })
    expect(markup.match(/<progress/g)).toHaveLength(1 + 2 + 1)
    expect(markup).toContain('aria-label="Stop downloading llama3.2:3b"')
    expect(markup).toContain('aria-label="Resume downloading phi4-mini"')
    expect(draw(<Pulls />)).toBe('')
  })
})
