import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import type { Message } from '#shared/messages/message'

/** What is known of a call that may be corrected. */
export interface Given {
  parameters: JsonObject
  properties: JsonObject
  required: readonly Json[]
  request: string
  /** Everything that the model has read in this chat, in small letters. */
  said: string
  /** The first call of a turn cannot wait for a result. */
  isFirst: boolean
  /** Of several calls, only some may be about the thing that the request names. */
  isOnly: boolean
  isReading: boolean
  /** A model that fills in a schema copies the examples of its descriptions. */
  isForced: boolean
}

export interface Corrected {
  args: JsonObject
  notes: Message[]
  /** Nothing changed except that an optional value is left out; such a call need not be asked about. */
  isLess?: boolean
}

/** Null if there is nothing to correct. */
export type Correction = (given: Given, args: JsonObject) => Corrected | null

/** Parameters that name a thing; a model may well write a date, a query or a text in words of its own. */
export const NAMES_A_THING =
  /^(?:.+_)?(?:path|file|folder|directory|archive|database|repository|container|branch|member|commit|vault|note)$/
export const FOLDER = /^(?:.+_)?(?:folder|directory)$/
export const FILE_PARAMS = ['path', 'file']
export const COUNT = /^(?:limit|lines|count|max_\w+)$/

/** Whether its example is an ending of files. */
export const takesEnding = (schema: Json): boolean =>
  isObject(schema) && / \*\.\w+\.?$/.test(toText(schema.description))

export const holdsNumber = (schema: Json | undefined): boolean =>
  isObject(schema) && (schema.type === 'integer' || schema.type === 'number')

export const takesAny = ({ additionalProperties = false }: JsonObject): boolean => additionalProperties !== false

export const saysNothing = (value: unknown) => value === null || value === ''
