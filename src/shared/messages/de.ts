import { ANSWERS } from './de/answers.ts'
import { CALLS } from './de/calls.ts'
import { HTTP } from './de/http.ts'
import { LAUNCHERS } from './de/launchers.ts'
import { SANDBOX } from './de/sandbox.ts'
import type { MessageCode } from './message.ts'

/** What each message says in German; the compiler asks for every code. */
export const DE: Readonly<Record<MessageCode, string>> = { ...ANSWERS, ...CALLS, ...HTTP, ...LAUNCHERS, ...SANDBOX }
