import { validateArguments } from '#main/gate/validate-arguments'
import type { Ended } from '#main/runners/runner'
import type { Json, JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

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

/** A tool whose result breaks its own schema has failed. */
export async function checkReturns(tool: string, returns: JsonObject | undefined, ended: Ended): Promise<Ended> {
  if (returns === undefined || ended.how !== 'done' || ended.result === undefined) return ended
  const problem = await findMisfit(returns, ended.result)
  if (problem === null) return ended
  const { result: _, ...rest } = ended
  const why = message('result-misfits', { tool, problem })
  return { ...rest, how: 'failed', failure: { code: why.code, message: why } }
}
