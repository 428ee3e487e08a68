import { toVisibleLines } from '#shared/visible'

/** Text of a model, a skill or a program, as it may be shown. */
export const visibleLines = toVisibleLines
