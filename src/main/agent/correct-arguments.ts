import { isObject, type JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import { addCount, addNamed, addOnly, turnOn, turnOnAll } from './add-arguments.ts'
import type { Corrected, Correction, Given } from './corrections.ts'
import { dropExamples, dropIdle, dropSwitch, replaceUnsaid } from './drop-arguments.ts'
import { joinPath, moveEnding, moveFile, renameUnknown, splitName, takeOutOfRepository } from './move-arguments.ts'
import type { ProposedCall } from './ports.ts'
import { sourcesOf } from './record-answer.ts'
import { LONGEST_REQUEST } from './request-names.ts'
import { dropMark, swapEnds, takeOutOfFolder, useDuration, useNumbers } from './respell-arguments.ts'
import { changesThings, type TurnState } from './turn-state.ts'

const FIRST: readonly Correction[] = [dropExamples, dropIdle, dropSwitch]
/** In a short request alone. */
const AS_REQUESTED: readonly Correction[] = [
  renameUnknown,
  joinPath,
  takeOutOfFolder,
  takeOutOfRepository,
  splitName,
  swapEnds,
  useNumbers,
  useDuration,
  turnOn,
  addNamed,
  addCount,
  addOnly,
]
const LAST: readonly Correction[] = [moveFile, dropMark, moveEnding, replaceUnsaid, turnOnAll]

/** The same call with the values of the request where they belong, and without what nobody said; null if it is so. */
export function correct(
  parameters: JsonObject,
  args: JsonObject,
  request: string,
  known: Partial<Given> = {},
): Corrected | null {
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const given: Given = {
    ...{ parameters, properties, request, required: [parameters.required ?? []].flat() },
    ...{ said: request.toLowerCase(), isFirst: false, isOnly: false, isReading: false, isForced: false, ...known },
  }
  const asRequested = request.length > LONGEST_REQUEST ? [] : AS_REQUESTED
  const notes: Message[] = []
  let isLess = true
  let corrected = args
  for (const correction of [...FIRST, ...asRequested, ...LAST]) {
    const better = correction(given, corrected)
    if (!better) continue
    corrected = better.args
    notes.push(...better.notes)
    isLess &&= better.isLess === true
  }
  return notes.length > 0 ? { args: corrected, notes, isLess } : null
}

/** Where more changed than that an optional value is left out, the person is asked about the call. */
export function correctArguments(state: TurnState, calls: readonly ProposedCall[]) {
  const [results, requests] = sourcesOf(state)
  const { text, tools } = state.input
  const said = [...results, ...requests, text].join('\n').toLowerCase()
  const isFirst = state.told.length === 0
  const notes: Message[] = []
  const corrected = calls.map((call, at): ProposedCall => {
    const tool = tools.find(({ function: { name } }) => name === call.tool)
    if (!tool || !isObject(call.args)) return call
    const better = correct(tool.function.parameters, call.args, text, {
      said,
      isFirst: isFirst && at === 0,
      isOnly: isFirst && calls.length === 1,
      isReading: !changesThings(state, call.tool),
      isForced: call.recoveredFrom !== undefined,
    })
    if (!better) return call
    notes.push(...better.notes)
    const recoveredFrom = call.recoveredFrom ?? (better.isLess ? undefined : 'structured')
    return { ...call, args: better.args, ...(recoveredFrom && { recoveredFrom }) }
  })
  return { calls: corrected, notes }
}
