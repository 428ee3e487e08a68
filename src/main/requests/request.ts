import type { Reply } from '#shared/requests/requests'
import type { Infer, ObjectSchema } from '#shared/schema'

/** A request of the window: its handler, and the schema for its input. */
export function on<const S extends ObjectSchema, R extends Reply<unknown>>(
  takes: S,
  handle: (input: Infer<S>) => Promise<R>,
): ((input: Infer<S>) => Promise<R>) & { takes: S } {
  return Object.assign(handle, { takes })
}

/** Shared by several requests. */
export const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
export const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
export const access = { type: 'string', enum: ['read', 'write'] } as const
export const modelName = {
  type: 'string',
  minLength: 1,
  maxLength: 300,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:/@-]*$',
} as const
export const name = { type: 'string', minLength: 1, maxLength: 200 } as const
export const uri = { type: 'string', minLength: 1, maxLength: 4096 } as const
export const flag = { type: 'boolean' } as const
export const count = { type: 'integer', minimum: 0 } as const
export const position = { type: 'integer', minimum: 1 } as const
