import type { Json, JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import { validateArguments } from './validate-arguments.ts'

/** Why a value does not fit a schema; null if it fits. */
export async function findMisfit(returns: JsonObject, value: Json): Promise<Message | string | null> {
  const { $defs, definitions, ...schema } = returns
  const params = {
    type: 'object' as const,
    ...{ properties: { value: schema }, required: ['value'] },
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
  const read = await validateArguments({ name: 'value', params }, { value })
  if (!read.ok) return read.error.message
  // A value that fits only after a conversion does not fit.
  return read.coercions.length > 0 ? `value must be ${JSON.stringify(read.coercions[0]?.to)}` : null
}
