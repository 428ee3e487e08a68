import { useId } from 'react'

interface SkillSwitchProps {
  label: string
  says: string
  isOn: boolean
  isDisabled: boolean
  onSwitch: (isOn: boolean) => void
}

/** Shows only what main reports, so it moves once the change is saved. */
export function SkillSwitch({ label, says, isOn, isDisabled, onSwitch }: SkillSwitchProps) {
  const id = useId()
  return (
    <div className="switch-row stack">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className="switch"
        id={id}
        aria-describedby={`${id}-says`}
        checked={isOn}
        disabled={isDisabled}
        onChange={() => onSwitch(!isOn)}
      />
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
