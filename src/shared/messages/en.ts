import { CALLS } from './en/calls.ts'
import { LAUNCHERS } from './en/launchers.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = { ...CALLS, ...LAUNCHERS } as const
