import { ToolsPicker } from '#renderer/parts/skill/tools-picker.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { summaryIn } from '#renderer/store/chats.ts'
import { toolsOffIn } from '#renderer/store/choices.ts'
import { modelUsed } from '#renderer/store/models.ts'
import { say, type Text } from '#shared/messages/say'
import { POLICIES, type Policy } from '#shared/settings/settings'
import { ModelChip, usePicker } from './model-chip.tsx'

/** What answers the next message: the model, thinking, tools, and the policy. */
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
