import { PolicyChip } from '#renderer/parts/call/policy-chip.tsx'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { ModelPicker } from '#renderer/parts/model/model-picker.tsx'
import { modelInUse } from '#renderer/parts/model/ollama-words.ts'
import { ToolsPicker } from '#renderer/parts/skill/tools-picker.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { type Picker, toolsOffIn } from '#renderer/store/choices.ts'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'

const NONE: readonly OllamaModel[] = []

/** What answers the next message: the model, thinking, tools, and the policy. */
export function ChoiceChips() {
  return (
    <>
      <Model />
      <Think />
      <Tools />
      <Policy />
    </>
  )
}

/** Opening one closes the other, and the browser reports that later. */
function togglePicker(picker: Picker, isOpen: boolean): void {
  const { picker: now, openPicker } = useApp.getState()
  if (isOpen) openPicker(picker)
  else if (now === picker) openPicker(null)
}

function Model() {
  const isKnown = useApp(({ ollama }) => ollama !== null)
  const models = useApp(({ ollama }) => (ollama?.state === 'ready' ? ollama.models : NONE))
  const inUse = useApp(({ ollama, settings }) => modelInUse(ollama, settings.model))
  const isOpen = useApp(({ picker }) => picker === 'model')
  const { changeSetting, show } = useApp.getState()
  if (!isKnown) return null
  return (
    <ModelPicker
      models={models}
      inUse={inUse}
      isOpen={isOpen}
      onToggle={(isNowOpen) => togglePicker('model', isNowOpen)}
      onChoose={(model) => {
        void changeSetting('model', model)
        focusComposer()
      }}
      onMore={() => show('models')}
    />
  )
}

/** Applies to the model in every chat. */
function Think() {
  const model = useApp(({ ollama, settings }) => {
    const inUse = modelInUse(ollama, settings.model)
    return ollama?.state === 'ready' ? ollama.models.find(({ name }) => name === inUse) : undefined
  })
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
  const isOpen = useApp(({ picker }) => picker === 'tools')
  const { setToolsOff, show } = useApp.getState()
  if (!skills) return null
  return (
    <ToolsPicker
      skills={skills}
      off={off}
      isOpen={isOpen}
      onToggle={(isNowOpen) => togglePicker('tools', isNowOpen)}
      onChange={setToolsOff}
      onMore={() => show('skills')}
    />
  )
}

function Policy() {
  const open = useApp((app) => app.open)
  const general = useApp((app) => app.settings.policy)
  const chosen = useApp((app) => app.summaries.find(({ chat }) => chat === app.open)?.policy)
  return (
    <PolicyChip
      own={open === null ? null : (chosen ?? 'default')}
      general={general}
      onChoose={(policy) => void useApp.getState().setPolicy(open, policy)}
    />
  )
}
