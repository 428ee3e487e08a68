import { type Reply, refuse, reply } from '#shared/requests/requests'
import { type Infer, type Members, type ObjectSchema, type Taken, takes } from '#shared/schema'

type Request<S extends ObjectSchema, R> = ((input: Infer<S>) => Promise<R>) & { takes: S }

/** A request of the window: the members of its input, required and optional, and its handler. */
export function on<const P extends Members, R extends Reply<unknown>>(
  required: P,
  handle: (input: Infer<Taken<P>>) => Promise<R>,
): Request<Taken<P>, R>
export function on<const P extends Members, const O extends Members, R extends Reply<unknown>>(
  required: P,
  optional: O,
  handle: (input: Infer<Taken<P, O>>) => Promise<R>,
): Request<Taken<P, O>, R>
export function on(required: Members, second: Members | Handle, third?: Handle): Handle {
  const [optional, handle] = typeof second === 'function' ? [{}, second] : [second, third]
  return Object.assign(handle as Handle, { takes: takes(required, optional) })
}

type Handle = (input: never) => Promise<Reply<unknown>>

/** The same with a schema that others use as well. */
export function onSchema<const S extends ObjectSchema, R extends Reply<unknown>>(
  takes: S,
  handle: (input: Infer<S>) => Promise<R>,
): Request<S, R> {
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
export const names = { type: 'array', items: name, maxItems: 2000 } as const
export const uri = { type: 'string', minLength: 1, maxLength: 4096 } as const
export const flag = { type: 'boolean' } as const
export const count = { type: 'integer', minimum: 0 } as const
export const position = { type: 'integer', minimum: 1 } as const

/** Writes a file that the person chose, or says why the system did not let it be written. */
export async function writeChosen<T>(file: string, write: () => Promise<T>): Promise<Reply<T>> {
  try {
    return reply(await write())
  } catch (error) {
    const { syscall, message: problem } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    return refuse('FILE_NOT_WRITTEN', 'file-not-written', { file, problem })
  }
}
