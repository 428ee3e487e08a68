import { describe, expect, it } from 'vitest'
import { modelInUse } from '#renderer/store/models.ts'
import { ollamaLine } from '#renderer/views/models/model-words.ts'
import { asReported } from '#shared/messages/message'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'

describe('the state of the model server', () => {
  it('has a sentence for each case', () => {
    expect(ollamaLine(null, '').line).toBe('Looking for Ollama')
    expect(ollamaLine({ state: 'unreachable', host: '', message: asReported('') }, '')).toMatchObject({ look: 'bad' })
    expect(ollamaLine({ state: 'no-model', host: '', version: '0.1', models: [] }, '')).toMatchObject({
      look: 'waiting',
    })
    expect(ollamaLine({ state: 'ready', host: '', version: '0.1', models: [] }, 'm')).toEqual({
      look: 'good',
      line: 'Ollama 0.1 · m',
    })
  })

  it('says that the model is ready after it has read ahead, as long as it is loaded', () => {
    const model = { name: 'm', bytes: 1, parameters: '', quantization: '', isLoaded: true }
    const ready = (isLoaded: boolean) =>
      ollamaLine({ state: 'ready', host: '', version: '0.1', models: [{ ...model, isLoaded }] }, 'm', true).line
    expect(ready(true)).toBe('Ollama 0.1 · m ready')
    expect(ready(false)).toBe('Ollama 0.1 · m')
  })

  it('names the chosen model, or else the one that main names', () => {
    const model = { name: 'a', bytes: 1, parameters: '', quantization: '', isLoaded: false }
    const ready = { state: 'ready' as const, host: '', version: '', models: [model], byDefault: 'a' }
    const inUse = (ollama: typeof ready | null, chosen: string) =>
      modelInUse({ ollama, settings: { ...DEFAULT_SETTINGS, model: chosen } })
    expect(inUse(ready, 'b')).toBe('b')
    expect(inUse(ready, '')).toBe('a')
    expect(inUse(null, '')).toBe('')
  })
})
