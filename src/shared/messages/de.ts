import { CALLS } from './de/calls.ts'
import { HTTP } from './de/http.ts'
import type { MessageCode } from './message.ts'

/** What each message says in German; the compiler asks for every code. */
export const DE: Readonly<Record<MessageCode, string>> = { ...CALLS, ...HTTP }
