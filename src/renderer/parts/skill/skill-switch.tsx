import { useId } from 'react'
import { Switch } from '#renderer/parts/ui/switch.tsx'

interface SkillSwitchProps {
  label: string
  says: string
  isOn: boolean
  isDisabled: boolean
  onSwitch: (isOn: boolean) => void
}

/** A switch, what it does, and what that means. */
export function SkillSwitch({ label, says, isOn, isDisabled, onSwitch }: SkillSwitchProps) {
  const id = useId()
  return (
    <div className="switch-row stack">
      <Switch id={id} aria-describedby={`${id}-says`} disabled={isDisabled} {...{ isOn, onSwitch }} />
      <div>
        <label className="bold" htmlFor={id}>
          {label}
        </label>
        <p className="quiet" id={`${id}-says`}>
          {says}
        </p>
      </div>
    </div>
  )
}
