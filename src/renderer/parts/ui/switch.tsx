import type { ComponentProps } from 'react'

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
