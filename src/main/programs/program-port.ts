import type { Json, JsonObject } from '#shared/json'
import { message, textOf } from '#shared/messages/message'
import { MOST_AT_ONCE } from './pairings.ts'

/** Of the address. Always the same, so that other programs' configuration stays valid. */
export const PORT = 47113

export interface Offer {
  tools: { name: string; description: string; params: JsonObject }[]
  /** Each with the folder of its trusted copy. */
  skills: { name: string; dir: string }[]
}

export interface ProgramAnswer {
  text: string
  ok: boolean
  result?: Json
}

export interface ProgramIo {
  signal: AbortSignal
  told(said: string): void
}

/** What one paired program can do in Skillet. Rejects with `NotPaired` once it no longer may. */
export interface ProgramPort {
  offer(): Promise<Offer>
  call(tool: string, args: JsonObject, io: ProgramIo): Promise<ProgramAnswer>
  onChange(changed: () => void): void
  /** Resolves once everything it started is recorded. */
  close(): Promise<void>
}

export class NotPaired extends Error {
  override name = 'NotPaired'
}

export const notPaired = () => new NotPaired(textOf(message('program-not-paired')))

export const tooMany = (): ProgramAnswer => ({
  ...{ ok: false, text: `error: ${textOf(message('program-too-many', { most: MOST_AT_ONCE }))}` },
})
