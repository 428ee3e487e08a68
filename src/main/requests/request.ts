import { writeFile } from '#main/data-folder/write-file'
import type { WindowPorts } from '#main/electron/window-ports'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { type Infer, listOf, type Members, type ObjectSchema, oneOf, string, type Taken, takes } from '#shared/schema'

type Request<S extends ObjectSchema, R> = ((input: Infer<S>) => Promise<R>) & { takes: S }

/** A request of the window: the members of its input and its handler. */
export const on = <const M extends Members, R extends Reply<unknown>>(
  members: M,
  handle: (input: Infer<Taken<M>>) => Promise<R>,
): Request<Taken<M>, R> => onSchema(takes(members), handle)

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
export const access = oneOf(['read', 'write'])
export const modelName = {
  type: 'string',
  minLength: 1,
  maxLength: 300,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:/@-]*$',
} as const
export const name = string(200, 1)
export const names = listOf(name, 2000)
export const uri = string(4096, 1)
export const flag = { type: 'boolean' } as const
export const count = { type: 'integer', minimum: 0 } as const
export const position = { type: 'integer', minimum: 1 } as const

/** Writes a file that the person chooses, null if they choose none, or says why the system did not let it be written. */
export async function saveAs(
  { chooseTarget }: Pick<WindowPorts, 'chooseTarget'>,
  suggestedName: string,
  pieces: () => Parameters<typeof writeFile>[1],
): Promise<Reply<{ file: string | null }>> {
  const file = await chooseTarget(suggestedName)
  if (file === null) return reply({ file })
  try {
    await writeFile(file, pieces())
    return reply({ file })
  } catch (error) {
    const { syscall, message: problem } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    return refuse('FILE_NOT_WRITTEN', 'file-not-written', { file, problem })
  }
}

export async function showFolder(
  { openFolder }: Pick<WindowPorts, 'openFolder'>,
  folder: string,
): Promise<Reply<{ opened: boolean }>> {
  const problem = await openFolder(folder)
  return problem === null ? reply({ opened: true }) : refuse('NOT_OPEN', problem)
}
