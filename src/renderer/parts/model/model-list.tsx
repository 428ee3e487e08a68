import type { ReactNode } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'
import { canChat, capabilityWords, cautionOf, figuresOf, loadedWords } from './model-words.ts'

interface ModelListProps {
  models: readonly OllamaModel[]
  inUse: string
  onChoose: (model: string) => void
  onUnload: (model: string) => void
  onDelete: (model: string) => void
  /** Further details, such as its settings. */
  more?: (model: OllamaModel) => ReactNode
}

/** The installed models; the chosen one answers. */
export function ModelList({ models, ...rest }: ModelListProps) {
  return (
    <fieldset className="models stack">
      <legend className="sr-only">{say('Default model')}</legend>
      {models.map((model) => (
        <ModelRow key={model.name} model={model} {...rest} />
      ))}
    </fieldset>
  )
}

function ModelRow({
  model,
  inUse,
  onChoose,
  onUnload,
  onDelete,
  more,
}: { model: OllamaModel } & Omit<ModelListProps, 'models'>) {
  const { name, isLoaded } = model
  const caution = cautionOf(model)
  return (
    <div className="model gap-2 gap-x-3 pad-y-3 row wrap apart ruled">
      <label className="row gap-3 fill">
        <input
          type="radio"
          name="model"
          value={name}
          checked={name === inUse}
          disabled={!canChat(model)}
          onChange={() => onChoose(name)}
        />
        <span className="stack grow">
          <span className="baseline gap-x-3 row wrap">
            <strong>{name}</strong>
            <Capabilities model={model} />
          </span>
          <small className="truncate quiet small">{figuresOf(model)}</small>
          {caution && <small className="quiet care small">{caution}</small>}
        </span>
      </label>
      <span className="model-actions row gap-1 wrap">
        {isLoaded && (
          <>
            <span className="word" data-look="good">
              {loadedWords(model)}
            </span>
            <Button look="quiet" aria-label={say('Unload {name}', { name })} onClick={() => onUnload(name)}>
              {say('Unload')}
            </Button>
          </>
        )}
        <Button look="quiet" aria-label={say('Delete {name}', { name })} onClick={() => onDelete(name)}>
          {say('Delete')}
        </Button>
      </span>
      {more?.(model)}
    </div>
  )
}

export function Capabilities({ model }: { model: OllamaModel }) {
  return (
    <span className="inline gap-3 quiet tiny">
      {capabilityWords(model)?.map(({ icon, word }) => (
        <span key={word} className="inline gap-1">
          <Icon name={icon} size={13} />
          {word}
        </span>
      ))}
    </span>
  )
}
