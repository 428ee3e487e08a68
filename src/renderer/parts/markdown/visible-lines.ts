import { toVisibleLines } from '#shared/visible'

/** Text of a model, a skill or a program, made safe to show. */
export const visibleLines = toVisibleLines
