import type { Json } from '#shared/json'

export const HTTP_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type HttpMethod = (typeof HTTP_METHODS)[number]

/** An HTTP request that a tool declares. `{param}` is replaced by that argument. */
export interface HttpSpec {
  method: HttpMethod
  /** Scheme, host and port are fixed, unless the whole text is one `{param}`. */
  url: string
  headers: HttpHeaderSpec[]
  body: HttpBodySpec
  /** Values for places that no parameter fills. */
  fixed?: Readonly<Record<string, string>>
  /** The place that receives an id of the call. */
  callId?: string
}

export interface HttpHeaderSpec {
  name: string
  value: ({ text: string } | { secret: string })[]
}

export type HttpBodySpec =
  | { type: 'none' }
  /** A string that is exactly one `{param}` becomes the argument with its own type. */
  | { type: 'json'; value: Json }
