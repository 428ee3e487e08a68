import type { ComponentProps } from 'react'

/** A named region that scrolls, also by keyboard. */
export function Scroll({ label, ...others }: ComponentProps<'section'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: this is how the keyboard reaches it
  return <section tabIndex={0} aria-label={label} {...others} />
}
