import type { Json, JsonObject } from '#shared/json'

/** What a paired program may use. */
export interface Offer {
  tools: OfferedTool[]
  skills: OfferedSkill[]
}

export interface OfferedTool {
  name: string
  description: string
  params: JsonObject
}

/** With the folder of exactly what was trusted. */
export interface OfferedSkill {
  name: string
  dir: string
}

export interface ProgramAnswer {
  /** As a model reads it. */
  text: string
  ok: boolean
  result?: Json
}

export interface ProgramIo {
  signal: AbortSignal
  /** What happens to the call while it is under way. */
  told(said: string): void
}

/** What one paired program reaches of Skillet, however it reaches it. Rejects with `NotPaired` once it may not. */
export interface ProgramPort {
  offer(): Promise<Offer>
  call(tool: string, args: JsonObject, io: ProgramIo): Promise<ProgramAnswer>
  /** Told when what is offered may have changed. */
  onChange(changed: () => void): void
  /** Resolves once what it began is on record. */
  close(): Promise<void>
}

export class NotPaired extends Error {
  override name = 'NotPaired'
}
