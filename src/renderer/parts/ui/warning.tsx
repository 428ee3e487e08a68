import type { ComponentProps } from 'react'

/** A tag that warns. */
export const Warning = (given: ComponentProps<'span'>) => <span className="tag" data-look="warning" {...given} />
