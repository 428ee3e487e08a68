import type { ButtonHTMLAttributes } from 'react'
import { say, type Text } from '#shared/messages/say'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'strong' | 'quiet' | 'destroy'
  /** Its label; one with values or elements is its children. */
  text?: Text
  /** Its shortcut, shown beside its label. */
  keys?: string | undefined
}

export function Button({ look = 'plain', text, keys, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${className}`} data-look={look} {...rest}>
      {text && say(text)}
      {children}
      {keys !== undefined && (
        <span className="keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  icon: IconName
}

export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
