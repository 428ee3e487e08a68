import { mayChat } from '#main/models/ollama/model-memory'
import { RECOMMENDED } from '#shared/model/recommended-model'
import type { OllamaModel } from '#shared/requests/requests'

/**
 * The one that was used last, else the one we recommend, else the first by name of those that take tools, or of all.
 * Ollama's order changes with every fetch, and what is loaded with the minutes: neither has a say.
 */
export function chooseModel(models: readonly OllamaModel[], lastUsed: string): OllamaModel | undefined {
  const able = models.filter(mayChat)
  return findModel(able, lastUsed) ?? findModel(able, RECOMMENDED.name) ?? able.toSorted(compare)[0]
}

export const findModel = (models: readonly OllamaModel[], name: string): OllamaModel | undefined =>
  models.find((model) => model.name === name || model.name === `${name}:latest`)

const compare = (a: OllamaModel, b: OllamaModel): number =>
  Number(takesTools(b)) - Number(takesTools(a)) || (a.name < b.name ? -1 : 1)

const takesTools = ({ capabilities }: OllamaModel): boolean => capabilities?.includes('tools') ?? false
