import { useId, useState } from 'react'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { type Opening, Picker } from '#renderer/parts/ui/picker.tsx'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'
import { canChat, capabilityWords, cautionOf, loadedWords, shortFigures } from './model-words.ts'

interface ModelPickerProps extends Opening {
  models: readonly OllamaModel[]
  inUse: string
  onChoose: (model: string) => void
  /** Opens the page where models are downloaded, tried and configured. */
  onMore: () => void
}

/** The model that answers, and the others with what they can do. */
export function ModelPicker({ models, inUse, onChoose, onMore, ...opening }: ModelPickerProps) {
  const words = inUse || say('No model yet')
  return (
    <Picker
      {...opening}
      chip="model-chip"
      holds="listbox"
      words={words}
      says={say('Model: {name}', { name: words })}
      label={say('Choose a model')}
    >
      <ModelOptions
        models={models}
        inUse={inUse}
        onChoose={(name) => {
          opening.onToggle(false)
          if (name === null) onMore()
          else onChoose(name)
        }}
      />
    </Picker>
  )
}

type OptionsProps = Pick<ModelPickerProps, 'models' | 'inUse'> & { onChoose: (model: string | null) => void }

function ModelOptions({ models, inUse, onChoose }: OptionsProps) {
  const id = useId()
  const choices = [...models.filter(canChat).map(({ name }) => name), null]
  const [at, setAt] = useState(Math.max(0, choices.indexOf(inUse)))
  const optionId = (index: number) => `${id}-${index}`
  const move = (next: number) => {
    setAt(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      className="picker-list chooser-list grow"
      role="listbox"
      tabIndex={0}
      data-first
      aria-label={say('Choose a model')}
      aria-activedescendant={optionId(at)}
      onKeyDown={(event) => {
        const next = moveIn(event.key, at, choices.length)
        if (next !== null) move(next)
        else if (event.key === 'Enter' || event.key === ' ') onChoose(choices[at] ?? null)
        else return
        event.preventDefault()
      }}
    >
      {choices.map((name, index) => {
        const model = models.find((each) => each.name === name)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list takes the keys
          <div
            key={name ?? ''}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            aria-current={name === inUse}
            className="picker-option row gap-2 still"
            data-more={name === null ? '' : undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(name)}
          >
            {model ? <ModelOption model={model} isInUse={name === inUse} /> : say('Manage models…')}
          </div>
        )
      })}
    </div>
  )
}

function ModelOption({ model, isInUse }: { model: OllamaModel; isInUse: boolean }) {
  const caution = cautionOf(model)
  return (
    <>
      <span className="picker-mark still">{isInUse && <Icon name="check" size={14} />}</span>
      <span className="stack grow">
        <span className="gap-x-3 row wrap">
          <strong>{model.name}</strong>
          {capabilityWords(model)?.map(({ icon, word }) => (
            <span key={word} className="inline quiet" title={word}>
              <Icon name={icon} size={13} />
              <span className="sr-only">{word}</span>
            </span>
          ))}
        </span>
        <small className="truncate quiet small">{shortFigures(model)}</small>
        {caution && <small className="quiet care small">{caution}</small>}
      </span>
      {model.isLoaded && (
        <span className="word" data-look="good">
          {loadedWords({})}
        </span>
      )}
    </>
  )
}
/** Where a key moves in a list of this length; null if it does not. */
export function moveIn(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
