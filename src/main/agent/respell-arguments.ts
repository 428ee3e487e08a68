import { isObject, type JsonObject, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import { COUNT, type Corrected, type Correction, NAMES_A_THING } from './corrections.ts'
import { isFileName, LONGEST_REQUEST, says, stemsIn } from './request-names.ts'

const respell = (args: JsonObject, param: string, to: string): Corrected => ({
  args: { ...args, [param]: to },
  notes: [message('argument-respelt', { param, from: toText(args[param]), to })],
})

/** A file in a folder of the same name that nobody mentioned: `hello/hello.py`. */
export const takeOutOfFolder: Correction = ({ request }, args) => {
  for (const [param, value] of Object.entries(args)) {
    const stem = stemsIn(request).find((one) => toText(value).startsWith(`${one}/${one}.`))
    if (stem === undefined || !NAMES_A_THING.test(param) || says(request, toText(value))) continue
    return respell(args, param, toText(value).slice(stem.length + 1))
  }
  return null
}

/** A file or an address with the mark that ends the sentence in which it was named. */
export const dropMark: Correction = ({ properties, request }, args) => {
  for (const [param, value] of Object.entries(args)) {
    // A longer one could keep the pattern busy.
    if (typeof value !== 'string' || value.length > LONGEST_REQUEST || !Object.hasOwn(properties, param)) continue
    const bare = value.replace(/[?!.,;:]+$/, '')
    const isSource = isFileName(bare) || /^https?:\/\/\S+$/i.test(bare)
    if (bare !== value && isSource && `${request} `.includes(`${value} `)) return respell(args, param, bare)
  }
  return null
}

const BEFORE_START = [
  ...['from', 'since', 'against', 'von', 'seit', 'gegenüber'],
  ...['not on', "n't on", 'not in', "n't in"],
]
const BEFORE_END = ['to', 'until', 'till', 'bis']
/** What something is compared to is where it begins. */
const COMPARES = /\bcompar(?:e|ing|ison)\b/i

/** Where something begins and ends, the wrong way round. */
export const swapEnds: Correction = ({ request }, args) => {
  const { from, to } = args
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const follows = (words: readonly string[], value: string) => words.some((word) => says(request, value, `${word} `))
  const isWrong =
    (!COMPARES.test(request) && follows(BEFORE_END, from) && !follows(BEFORE_END, to)) ||
    (follows(BEFORE_START, to) && !follows(BEFORE_START, from))
  const swapped = message('arguments-swapped', { first: from, second: to })
  return isWrong ? { args: { ...args, from: to, to: from }, notes: [swapped] } : null
}

const NUMBER = /\d+/g
/** Neither a date nor a time, which the request may well write otherwise. */
const TWO_NUMBERS = /^[1-9]\d*[,-][1-9]\d*$/

/** Two numbers as the tool wants them, such as lines `10,25`, taken from its example instead of the request. */
export const useNumbers: Correction = ({ properties, request }, args) => {
  const said: string[] = request.match(/(?<![\w.])\d+(?![\w.]*\w)/g) ?? []
  for (const [param, value] of Object.entries(args)) {
    const schema = properties[param]
    if (typeof value !== 'string' || !isObject(schema) || schema.pattern === undefined) continue
    const own: string[] = TWO_NUMBERS.test(value) ? (value.match(NUMBER) ?? []) : []
    if (own.length < 2 || own.length !== said.length || own.every((one) => said.includes(one))) continue
    const rest = said.values()
    const to = value.replace(NUMBER, (one) => rest.next().value ?? one)
    return respell(args, param, to)
  }
  return null
}

const DURATION = /\b(?:last|past|letzten) (\d{1,5}) (second|sekunde|minute|hour|stunde|day|tag)/i
const UNITS: Readonly<Record<string, string>> = { sekunde: 's', stunde: 'h', tag: 'd' }
const WITH_UNIT = /\[([smhdw]+)\]\$$/

/** How far back the request goes, in the form that the tool prescribes, such as 10m; its number is then no count. */
export const useDuration: Correction = ({ properties, request }, args) => {
  const [, number = '', unit = ''] = DURATION.exec(request) ?? []
  const to = number + (UNITS[unit.toLowerCase()] ?? unit.charAt(0).toLowerCase())
  if (Object.values(args).includes(to)) return null
  for (const [param, value] of Object.entries(args)) {
    const { pattern } = Object(properties[param])
    const units = WITH_UNIT.exec(toText(pattern))?.[1] ?? ''
    if (number === '' || typeof value !== 'string' || !units.includes(to.slice(-1))) continue
    const rest = Object.entries(args).filter(([other, count]) => !(COUNT.test(other) && count === Number(number)))
    return respell(Object.fromEntries(rest), param, to)
  }
  return null
}
