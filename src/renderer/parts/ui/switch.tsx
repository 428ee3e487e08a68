import { type ComponentProps, useId } from 'react'

interface SwitchProps extends ComponentProps<'input'> {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

/** Shows only what main reports, so it moves once the change is saved. */
export function Switch({ isOn, onSwitch, ...others }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={() => onSwitch(!isOn)}
      {...others}
    />
  )
}

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
