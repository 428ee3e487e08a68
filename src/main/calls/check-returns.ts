import { validateArguments } from '#main/gate/validate-arguments'
import type { Ended } from '#main/runners/runner'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { Callable } from './callable.ts'

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

/** A result that does not fit is a failure where the tool promises it, and a note where the tool only describes it. */
export async function checkReturns(
  tool: string,
  { returns, describes }: Pick<Callable, 'returns' | 'describes'>,
  ended: Ended,
): Promise<Ended> {
  const schema = returns ?? describes?.schema
  const { how, result } = ended
  if (schema === undefined || how !== 'done' || result === undefined) return ended
  const data = !returns && describes?.inData && isObject(result) ? result.data : undefined
  const problem = await findMisfit(schema, data ?? result)
  if (problem === null) return ended
  const misfit = message('result-misfits', { tool, problem })
  if (!returns) return { ...ended, misfit }
  const { result: _, ...rest } = ended
  return { ...rest, how: 'failed', failure: { code: misfit.code, message: misfit } }
}
