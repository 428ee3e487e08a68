import { ANSWERS } from './en/answers.ts'
import { CALLS } from './en/calls.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = { ...ANSWERS, ...CALLS } as const
