import type { Caller } from '#shared/call/action'
import type { CallRequested, FactBody, NewFact } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'

export type AppendFacts = (bodies: FactBody[], texts?: string[]) => Promise<void>

export interface Requested {
  chat: string | null
  call: string
  tool: string
  args: unknown
  caller: Caller
  /** Its position if a message holds several calls. */
  nth?: number
}

export type Journal = ReturnType<typeof openJournal>

/** Starts with the request, which is written together with the first outcome. */
export function openJournal(
  { chat, call, tool, args, caller, nth }: Requested,
  isTainted: boolean,
  record: (facts: NewFact[], texts?: string[]) => Promise<void>,
) {
  const isPlain = caller.kind === 'model' && caller.from === 'protocol'
  const requested: CallRequested = {
    ...({ type: 'call.requested', call, tool, args: toArgs(args) } as const),
    ...(!isPlain && { caller }),
    ...(nth !== undefined && { nth }),
    ...(isTainted && { followsUntrusted: true }),
  }
  let noted: FactBody[] = [requested]
  let isStarted = false
  return {
    async append(bodies: FactBody[], texts?: string[]) {
      const facts = [...noted, ...bodies].map((body): NewFact => ({ ...body, chat }))
      noted = []
      await record(facts, texts)
      isStarted ||= facts.some(({ type }) => type === 'run.started')
    },
    /** Written together with the next `append`, which costs one write for both. */
    note: (body: FactBody) => void noted.push(body),
    isStarted: (): boolean => isStarted,
  }
}

function toArgs(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: (args ?? null) as Json }
}
