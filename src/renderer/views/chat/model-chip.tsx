import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Options, useOptions } from '#renderer/parts/ui/options.tsx'
import { type Opening, Picker } from '#renderer/parts/ui/picker.tsx'
import { useApp } from '#renderer/store/app.ts'
import { modelInUse, modelsIn } from '#renderer/store/models.ts'
import type { State } from '#renderer/store/state.ts'
import { canChat, capabilityWords, cautionOf, loadedWords, shortFigures } from '#renderer/views/models/model-words.ts'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'

/** One is open at a time. */
export function usePicker(picker: NonNullable<State['picker']>): Opening {
  const isOpen = useApp((app) => app.picker === picker)
  return {
    isOpen,
    onToggle(isNowOpen) {
      const { picker: now, openPicker } = useApp.getState()
      if (isNowOpen) openPicker(picker)
      // Opening one closes the other, and the browser reports that later.
      else if (now === picker) openPicker(null)
    },
  }
}

/** The model that answers, and the others with what they can do. */
export function ModelChip() {
  const isKnown = useApp(({ ollama }) => ollama !== null)
  const words = useApp(modelInUse) || say('No model yet')
  const opening = usePicker('model')
  if (!isKnown) return null
  return (
    <Picker
      {...opening}
      chip="model-chip"
      holds="listbox"
      words={words}
      says={say('Model: {name}', { name: words })}
      label={say('Choose a model')}
    >
      <ModelOptions onChosen={() => opening.onToggle(false)} />
    </Picker>
  )
}

/** The last one opens the page where models are downloaded, tried and configured. */
const MORE = { key: '', model: null }

function ModelOptions({ onChosen }: { onChosen: () => void }) {
  const models = useApp(modelsIn)
  const inUse = useApp(modelInUse)
  const options = [...models.filter(canChat).map((model) => ({ key: model.name, model })), MORE]
  const first = options.findIndex(({ key }) => key === inUse)
  const list = useOptions(options.length, Math.max(0, first))
  const choose = ({ model }: (typeof options)[number]) => {
    const { changeSetting, show } = useApp.getState()
    onChosen()
    if (!model) return show('models')
    void changeSetting('model', model.name)
    focusComposer()
  }
  return (
    <Options
      className="picker-list chooser-list grow"
      tabIndex={0}
      data-first
      label={say('Choose a model')}
      aria-activedescendant={list.active}
      onKeyDown={(event) => {
        const current = options[list.current]
        if ((event.key === 'Enter' || event.key === ' ') && current) choose(current)
        else if (!list.move(event.key)) return
        event.preventDefault()
      }}
      {...{ list, options }}
      option={({ key, model }) => ({
        className: 'picker-option row gap-2 still',
        'aria-current': key === inUse,
        ...(!model && { 'data-more': '' }),
      })}
      onChoose={choose}
    >
      {({ model }) => (model ? <ModelOption model={model} isInUse={model.name === inUse} /> : say('Manage models…'))}
    </Options>
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
