import { createContext, useContext, useId } from 'react'
import { say } from '#shared/messages/say'
import { Button, IconButton } from './controls.tsx'

/** Lets nested parts copy text; without it there is no button. */
export interface Copying {
  copy: (text: string, key: string) => void
  /** The key of what was just copied. */
  copied: string | null
}

const CopyingContext = createContext<Copying | null>(null)
export const CopyingProvider = CopyingContext.Provider

interface CopyProps {
  text: string
  label: string
}

/** Copies the text exactly as it was written. */
export function CopyIcon({ text, label }: CopyProps) {
  const { isCopied, press } = useCopy(text)
  if (!press) return null
  return (
    <IconButton
      className="copy"
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? say('Copied') : label}
      data-copied={isCopied ? '' : undefined}
      onClick={press}
    />
  )
}

export function CopyButton({ text, label }: CopyProps) {
  const { isCopied, press } = useCopy(text)
  if (!press) return null
  return <Button onClick={press}>{isCopied ? say('Copied') : label}</Button>
}

function useCopy(text: string): { isCopied: boolean; press: (() => void) | null } {
  const copying = useContext(CopyingContext)
  const key = useId()
  return { isCopied: copying?.copied === key, press: copying ? () => copying.copy(text, key) : null }
}
