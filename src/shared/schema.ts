/** The JSON Schemas that requests use, and the types they stand for. */
export type Schema =
  | { type: 'string'; minLength?: number; maxLength?: number; pattern?: string }
  | { type: 'string'; enum: readonly string[] }
  | { type: 'integer'; minimum?: number; maximum?: number }
  | { type: 'boolean' }
  | { type: 'array'; items: Schema; maxItems?: number }
  | { anyOf: readonly Schema[] }
  | ObjectSchema

export interface ObjectSchema {
  type: 'object'
  properties: Readonly<Record<string, Schema>>
  required: readonly string[]
  additionalProperties: false
}

/** Nothing is known about an arbitrary schema. */
export type Infer<S> = [Schema] extends [S]
  ? unknown
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'integer' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'array'; items: infer I }
            ? Infer<I>[]
            : S extends { type: 'object'; properties: infer P; required: readonly (infer R)[] }
              ? { [K in keyof P as K extends R ? K : never]: Infer<P[K]> } & {
                  [K in keyof P as K extends R ? never : K]?: Infer<P[K]>
                }
              : S extends { anyOf: readonly (infer A)[] }
                ? Infer<A>
                : never

export type Members = Readonly<Record<string, Schema>>
type None = Readonly<Record<never, Schema>>

export interface Taken<P extends Members, O extends Members = None> {
  type: 'object'
  properties: P & O
  required: readonly (keyof P & string)[]
  additionalProperties: false
}

/** An object with exactly these members. */
export const takes = <const P extends Members, const O extends Members = None>(
  required: P,
  optional?: O,
): Taken<P, O> => ({
  type: 'object',
  properties: { ...required, ...optional } as P & O,
  required: Object.keys(required),
  additionalProperties: false,
})
