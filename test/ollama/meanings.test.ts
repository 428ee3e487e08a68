import { expect, it, onTestFinished, vi } from 'vitest'
import { answerFindTools } from '#main/agent/find-tools'
import { makeModels } from '#main/models/models'
import { listModels } from '#main/models/ollama/models'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { loadShipped } from '#test/skills/shipped'
import { ask, findPort, host, isOurs, model, models, startServer } from './real-server.ts'

const EMBEDDER = 'nomic-embed-text'

it.runIf(models.includes(EMBEDDER))(
  'tools are found by their meaning where no word of the request is in them',
  async () => {
    const { signal } = new AbortController()
    const { compareMeanings } = makeModels({
      ...{ host: () => host, plainHosts: () => [], tick: () => {}, isInstalled: async () => true },
    })
    const skills = (await loadShipped()).filter(({ name }) => ['system', 'files', 'dates', 'pdf'].includes(name))
    const tools = toOllamaTools(skills.flatMap((skill) => skill.tools))
    const meaning = (query: string, texts: readonly string[]) => compareMeanings(query, texts, signal)
    const found = async (query: string, ...more: [typeof meaning] | []) => {
      const answer = await answerFindTools(tools, { query }, ...more)
      return answer.split('\n').slice(1, 4).join('\n')
    }
    const query = 'which apps eat my battery'
    expect(await found(query)).not.toContain('system_top_cpu')
    // A busy computer does not read all descriptions within the time that a chat waits; what it read is kept.
    await vi.waitFor(async () => expect(await found(query, meaning)).toContain('system_top_cpu'), { timeout: 300_000 })
  },
)

it.runIf(isOurs && models.includes(EMBEDDER))(
  'a server that holds one model reloads it for meanings once, and then words must do',
  async () => {
    const { signal } = new AbortController()
    const { at, kill } = await startServer(await findPort(), { OLLAMA_MAX_LOADED_MODELS: '1' })
    onTestFinished(kill)
    const { compareMeanings } = makeModels({
      ...{ host: () => at, plainHosts: () => [], tick: () => {}, isInstalled: async () => true },
    })
    const loaded = async () => {
      const ollama = await listModels(at)
      return ollama.state === 'ready' ? ollama.models.flatMap(({ name, isLoaded }) => (isLoaded ? [name] : [])) : []
    }
    const chat = () => ask({ maxTokens: 1 }, { at })
    const texts = ['Pay an invoice', 'Show a picture']
    expect((await chat()).ok).toBe(true)
    expect(await loaded()).toEqual([expect.stringContaining(model)])
    await compareMeanings('what do I owe', texts, signal)
    expect(await loaded()).toEqual([expect.stringContaining(EMBEDDER)])
    await chat()
    expect(await compareMeanings('what do I owe', texts, signal)).toBe(null)
    expect(await loaded()).toEqual([expect.stringContaining(model)])
  },
)
