import { type Json, toText } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { type Corrected, type Correction, NAMES_A_THING, saysNothing, takesAny } from './corrections.ts'
import { leftOut, namedIn, onlyFileIn } from './request-names.ts'

/** Leaves out examples of a description that no text says. */
export const dropExamples: Correction = ({ properties, required, said, isForced }, args) =>
  isForced
    ? without(args, (param, value) => {
        if (typeof value !== 'string' || required.includes(param)) return false
        const { description } = Object(properties[param])
        const [, examples = ''] = /\bExamples?: (.+?)\.?$/.exec(toText(description)) ?? []
        return examples.split(', ').includes(value) && !said.includes(value.toLowerCase().replace(/^\*/, ''))
      })
    : null

/** Switches that change no more than what is shown. A missing `dry_run` would change things. */
const SHOWS_MORE =
  /^(?:all|any|brief|count|details?|full|json|long|names?(?:_only)?|open|recursive|short|stat|summary|verbose)$/

/** Leaves out yes or no where a text belongs; a model may turn on an ending of files as if it were a switch. */
export const dropSwitch: Correction = ({ properties, required }, args) =>
  without(
    args,
    (param, value) =>
      typeof value === 'boolean' && Object(properties[param]).type === 'string' && !required.includes(param),
  )

/** Leaves out an empty value that the tool does not take and, if it only reads, a switch that it does not have. */
export const dropIdle: Correction = ({ parameters, properties, isReading }, args) =>
  takesAny(parameters)
    ? null
    : without(args, (param, value) => {
        const isIdle = isReading && typeof value === 'boolean' && SHOWS_MORE.test(param)
        return !Object.hasOwn(properties, param) && (isIdle || saysNothing(value))
      })

function without(args: Corrected['args'], isNeedless: (param: string, value: unknown) => boolean): Corrected | null {
  const [needless, kept] = [true, false].map((is) =>
    Object.entries(args).filter(([param, value]) => isNeedless(param, value) === is),
  )
  if (!needless?.length) return null
  const notes = needless.map(([param, value]) => message('argument-unsaid', { param, from: toText(value) }))
  return { args: Object.fromEntries(kept ?? []), notes }
}

/**
 * A name that is in no text. If the request names one thing that no argument has, that is meant; otherwise an optional
 * one is left out. The first call of a turn cannot wait for a result.
 */
export const replaceUnsaid: Correction = ({ properties, required, request, said, isFirst }, args) => {
  const names = namedIn(request).map(([, name]) => name)
  const [name, ...others] = leftOut(names, [{ args }])
  const notes: Message[] = []
  const entries = Object.entries(args).flatMap(([param, value]): [string, Json][] => {
    const isName = Object.hasOwn(properties, param) && NAMES_A_THING.test(param) && typeof value === 'string'
    const isOpen = isFirst && /^<.+>$/.test(toText(value))
    if (!isName || !(isOpen || isUnsaid(value, said))) return [[param, value]]
    const to = isOpen ? onlyFileIn(request) : others.length === 0 ? name : undefined
    if (to === undefined && required.includes(param)) return [[param, value]]
    const from = { param, from: value }
    notes.push(to === undefined ? message('argument-unsaid', from) : message('argument-respelt', { ...from, to }))
    return to === undefined ? [] : [[param, to]]
  })
  const isLess = notes.every(({ code }) => code === 'argument-unsaid')
  return notes.length > 0 ? { args: Object.fromEntries(entries), notes, isLess } : null
}

/** A name of which some part is in no text, not even as one of several; whoever writes a whole path or `HEAD` means it. */
function isUnsaid(value: string, said: string): boolean {
  if (!/^[\p{L}\p{N}]\S*$/u.test(value) || /^HEAD\b|^[a-z]:[\\/]/i.test(value)) return false
  return value
    .normalize()
    .toLowerCase()
    .split(/[\\/]/)
    .some((part) => !said.includes(part.replace(/\.\w{1,5}$/, '').replace(/s$/, '')))
}
