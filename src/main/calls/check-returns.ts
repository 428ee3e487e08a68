import { findMisfit } from '#main/gate/find-misfit'
import type { Ended } from '#main/runners/runner'
import { isObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { Callable } from './callable.ts'

type Promised = Pick<Callable, 'returns' | 'describes' | 'saysSuccess'>

/** A result that does not fit is a failure if the tool promises its schema, and a note if it only describes it. */
export async function checkReturns(tool: string, promised: Promised, given: Ended): Promise<Ended> {
  const { returns, describes } = promised
  const ended = promised.saysSuccess ? remarkOnSuccess(tool, given) : given
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

/** A result that does not say whether it succeeded counts as a success. */
function remarkOnSuccess(tool: string, ended: Ended): Ended {
  const isUnsaid = ended.how === 'done' && isObject(ended.result) && !Object.hasOwn(ended.result, 'success')
  return isUnsaid ? { ...ended, remark: message('result-without-success', { tool }) } : ended
}
