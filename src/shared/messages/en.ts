import { ANSWERS } from './en/answers.ts'
import { CALLS } from './en/calls.ts'
import { HTTP } from './en/http.ts'
import { LAUNCHERS } from './en/launchers.ts'
import { SANDBOX } from './en/sandbox.ts'

/** What each message says in English: in the terminal, in the record's search and to the model. */
export const EN = { ...ANSWERS, ...CALLS, ...HTTP, ...LAUNCHERS, ...SANDBOX } as const
