import type { OllamaModel } from '#shared/calls'
import { formatBytes } from './figures.ts'

interface ModelListProps {
  models: readonly OllamaModel[]
  inUse: string
  onChoose: (model: string) => void
}

/** What Ollama has; the chosen one answers. */
export function ModelList({ models, inUse, onChoose }: ModelListProps) {
  return (
    <fieldset className="models">
      <legend className="sr-only">The model that answers</legend>
      {models.map(({ name, bytes, parameters, quantization, isLoaded }) => (
        <label key={name} className="model">
          <input type="radio" name="model" value={name} checked={name === inUse} onChange={() => onChoose(name)} />
          <span className="row-words">
            <strong>{name}</strong>
            <small>{[parameters, quantization, formatBytes(bytes)].filter(Boolean).join(' · ')}</small>
          </span>
          {isLoaded && (
            <span className="word" data-look="good">
              loaded
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
