import type { ComponentProps, ReactNode } from 'react'

interface SectionProps extends ComponentProps<'section'> {
  /** Its accessible name, and its heading if that is no other. */
  name: string
  heading?: ReactNode
  level?: 'h2' | 'h3'
}

/** A heading with a line below it, and what belongs to it. */
export function Section({ name, heading = name, level: Heading = 'h3', children, ...others }: SectionProps) {
  return (
    <section aria-label={name} {...others}>
      <Heading className="ruled label">{heading}</Heading>
      {children}
    </section>
  )
}
