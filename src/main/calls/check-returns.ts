import { findMisfit } from '#main/gate/find-misfit'
import type { Ended } from '#main/runners/runner'
import { isObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { Callable } from './callable.ts'

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
