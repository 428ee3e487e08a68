import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { ToolsPicker } from '#renderer/parts/skill/tools-picker.tsx'
import { type Opening, Options, Picker, useOptions } from '#renderer/parts/ui/chooser.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { type App, useApp } from '#renderer/store/app.ts'
import { summaryIn } from '#renderer/store/chats.ts'
import { toolsOffIn } from '#renderer/store/choices.ts'
import { modelInUse, modelsIn, modelUsed } from '#renderer/store/models.ts'
import { canChat, capabilityWords, cautionOf, loadedWords, shortFigures } from '#renderer/views/models/model-words.ts'
import { say, type Text } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'
import { POLICIES, type Policy } from '#shared/settings/settings'

export function ChoiceChips() {
  return (
    <>
      <ModelChip />
      <Think />
      <Tools />
      <PolicyChip />
    </>
  )
}

/** Applies to the model in every chat. */
function Think() {
  const model = useApp(modelUsed)
  if (!model?.capabilities?.includes('thinking')) return null
  const { name, settings = {} } = model
  const isOn = settings.think !== 'off'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="chip think-chip inline gap-1 still"
      title={say('Let {name} think before answering, in all chats', { name })}
      onClick={() => void useApp.getState().setModel(name, { ...settings, think: isOn ? 'off' : 'on' })}
    >
      <Icon name="think" size={13} />
      {say('Think')}
    </button>
  )
}

function Tools() {
  const skills = useApp((app) => app.skills)
  const off = useApp(toolsOffIn)
  const opening = usePicker('tools')
  const { setToolsOff, show } = useApp.getState()
  if (!skills) return null
  return <ToolsPicker {...{ skills, off, ...opening }} onChange={setToolsOff} onMore={() => show('skills')} />
}

const SHORT: Record<Policy, Text> = { ask: 'Ask every time', changes: 'Ask for changes', trusted: 'Run trusted skills' }
const WORDS: Record<Policy, Text> = { ...SHORT, trusted: 'Run trusted skills without asking' }

/**
 * Whether trusted tools ask in this chat; a choice for a new chat applies to all. Main confirms any choice that lets
 * more run. An invisible native list lies over the chip and explains the choices.
 */
export function PolicyChip() {
  const open = useApp((app) => app.open)
  const general = useApp((app) => app.settings.policy)
  const own = useApp(summaryIn)?.policy
  const inForce = own ?? general
  return (
    <span className="chip policy-chip" data-policy={inForce}>
      <span aria-hidden="true">{say(SHORT[inForce])}</span>
      <select
        aria-label={say(open === null ? 'Approval mode for all chats' : 'Approval mode for this chat')}
        value={own ?? (open === null ? general : 'default')}
        onChange={({ target }) => void useApp.getState().setPolicy(open, target.value as Policy | 'default')}
      >
        {open !== null && <option value="default">{say('{policy} (default)', { policy: say(WORDS[general]) })}</option>}
        {POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {say(WORDS[policy])}
          </option>
        ))}
      </select>
    </span>
  )
}

/** One is open at a time. */
function usePicker(picker: NonNullable<App['picker']>): Opening {
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
