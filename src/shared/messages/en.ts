import { CALLS } from './en/calls.ts'
import { HTTP } from './en/http.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = { ...CALLS, ...HTTP } as const
