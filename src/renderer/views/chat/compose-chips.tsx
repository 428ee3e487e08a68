import { PolicyChip } from '#renderer/parts/call/policy-chip.tsx'
import { ToolsPicker } from '#renderer/parts/skill/tools-picker.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { summaryIn } from '#renderer/store/chats.ts'
import { toolsOffIn } from '#renderer/store/choices.ts'
import { modelUsed } from '#renderer/store/models.ts'
import { say } from '#shared/messages/say'
import { ModelChip, usePicker } from './model-chip.tsx'

/** What answers the next message: the model, thinking, tools, and the policy. */
export function ChoiceChips() {
  return (
    <>
      <ModelChip />
      <Think />
      <Tools />
      <Policy />
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

function Policy() {
  const open = useApp((app) => app.open)
  const general = useApp((app) => app.settings.policy)
  const chosen = useApp(summaryIn)?.policy
  return (
    <PolicyChip
      own={open === null ? null : (chosen ?? 'default')}
      general={general}
      onChoose={(policy) => void useApp.getState().setPolicy(open, policy)}
    />
  )
}
