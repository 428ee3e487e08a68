/** The JSON Schemas that requests use, and their types. */
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

type Optional = { optional: Schema }
export type Members = Readonly<Record<string, Schema | Optional>>

type PlainOf<M extends Members> = {
  [K in keyof M]: M[K] extends Optional ? M[K]['optional'] : M[K] extends Schema ? M[K] : never
}
type RequiredOf<M extends Members> = { [K in keyof M]: M[K] extends Optional ? never : K }[keyof M] & string

export interface Taken<M extends Members> {
  type: 'object'
  properties: PlainOf<M>
  required: readonly RequiredOf<M>[]
  additionalProperties: false
}

/** An object with exactly these members. */
export function takes<const M extends Members>(members: M): Taken<M> {
  const entries = Object.entries(members)
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, 'optional' in member ? member.optional : member]),
    ) as PlainOf<M>,
    required: entries.flatMap(([name, member]) => ('optional' in member ? [] : [name as RequiredOf<M>])),
    additionalProperties: false,
  }
}

export const optional = <const S extends Schema>(schema: S) => ({ optional: schema })
export const string = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength }) as const
export const oneOf = <const E extends string>(values: readonly E[]) => ({ type: 'string', enum: values }) as const
export const listOf = <const S extends Schema>(items: S, maxItems: number) =>
  ({ type: 'array', items, maxItems }) as const
