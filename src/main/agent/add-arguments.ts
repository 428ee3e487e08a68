import { type Json, type JsonObject, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import { COUNT, type Corrected, type Correction, takesEnding } from './corrections.ts'
import { listUnused, namedIn, says, withoutExcluded, withoutTexts } from './request-names.ts'
import { wordsOf } from './words.ts'

const add = (args: JsonObject, param: string, value: string | number): Corrected => ({
  args: { ...args, [param]: value },
  notes: [message('argument-added', { param, value })],
})

const KINDS: readonly (readonly [kind: RegExp, params: readonly string[]])[] = [
  [/^repo/, ['folder']],
  [/^(?:folder|directory|ordner|verzeichnis)/, ['path', 'folder']],
  [/^(?:branch|zweig)/, ['branch', 'revision']],
  [/^container/, ['container']],
  [/^vault/, ['vault']],
]

/** The only folder, branch, container or vault that the request names, which the call leaves out. */
export const addNamed: Correction = ({ properties, request, isOnly }, args) => {
  if (!isOnly) return null
  const given = JSON.stringify(args).toLowerCase()
  const [named, another] = namedIn(withoutExcluded(request)).filter(([, name]) => !given.includes(name.toLowerCase()))
  if (!named || another) return null
  const [kind, value] = named
  const params = KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? []
  const isFolder = params.includes('path')
  const param = params.find((one) => {
    const description = toText(Object(properties[one]).description)
    // The folder of a repository is meant only where the request speaks of one.
    const isOther = /\brepository\b/i.test(description) && !/\brepo(?:sitory)?\b/i.test(request)
    const isFor = !isFolder || (/\bfolder\b/i.test(description) && !isOther)
    return Object.hasOwn(properties, one) && !Object.hasOwn(args, one) && isFor
  })
  if (param === undefined) return null
  return add(args, param, value)
}

/** A share or a time is no count. */
const HOW_MANY =
  /\b(?:first|last|latest|newest|oldest|top|only|just|most|up to|maximum) (\d+)\b(?! ?(?:%|percent|seconds?|minutes?|hours?|days?|weeks?|months?|years?))|\b(\d+) (?:\w+ )?(?:at most|maximum|lines|rows|entries|results|commits)\b/gi

/** How many the request asks for, which the call leaves out. */
export const addCount: Correction = ({ properties, request, isOnly }, args) => {
  const [count, another] = Array.from(withoutTexts(request).matchAll(HOW_MANY), ([, after, before]) =>
    Number(after ?? before),
  )
  const [param, other] = Object.keys(properties).filter(
    (one) => COUNT.test(one) && Object(properties[one]).type === 'integer',
  )
  if (!isOnly || count === undefined || another !== undefined || param === undefined || other !== undefined) return null
  const isGiven = Object.hasOwn(args, param) || JSON.stringify(args).includes(String(count))
  if (isGiven) return null
  return add(args, param, count)
}

/** The only ending of files, or the only repository with its owner, that the request names and the call leaves out. */
export const addOnly: Correction = ({ properties, request, isOnly }, args) => {
  if (!isOnly) return null
  const unused = listUnused(withoutExcluded(withoutTexts(request)), [{ args }])
  const addOne = (form: RegExp, isFor: (param: string, schema: Json) => boolean) => {
    const [value, another] = unused.filter((one) => form.test(one))
    const [param] =
      Object.entries(properties).find(([one, schema]) => !Object.hasOwn(args, one) && isFor(one, schema)) ?? []
    if (value === undefined || another !== undefined || param === undefined) return null
    return add(args, param, value.replace(/^\./, '*.'))
  }
  return (
    addOne(/^\*?\.\w+$/, (_, schema) => takesEnding(schema)) ??
    addOne(/^[^/]+\/[^/]+$/, (param) => /^repo(?:sitory)?$/.test(param))
  )
}

/** Letters of either case, in the words of a person. */
const ANY_CASE =
  /\b(?:(?:any|either) case|(?:upper|lower|big|small|capital|gro(?:ß|ss)|klein)\S* (?:case )?(?:or|oder) (?:in )?(?:upper|lower|big|small|capital|gro(?:ß|ss)|klein))/i

const DENIES = /^(?:no|not|without)$/
const DENIED = /(?:\b(?:not|never|no|without|nicht|kein\w*|ohne|nie)\b|n't\b)[^,.;:!?\n]*/gi

/**
 * A switch of two words or more that the request says, with at most one word between them, such as the newest things
 * first, or of one word after "with", or of one after "only". What a clause denies is not said.
 */
export const turnOn: Correction = ({ properties, request }, args) => {
  const whole = withoutTexts(request)
  const said = whole.replace(DENIED, '')
  const isSaid = (param: string) => {
    const [first = '', ...others] = param.split('_')
    if (param === 'ignore_case' && ANY_CASE.test(whole)) return true
    if (others.join() === 'only' && ['only ', 'just '].some((word) => says(said, first, word))) return true
    return others.length === 0
      ? says(said, first, 'with ')
      : saysInTurn(DENIES.test(first) ? whole : said, [first, ...others])
  }
  const param = Object.keys(properties).find(
    (one) => args[one] !== true && Object(properties[one]).type === 'boolean' && isSaid(one),
  )
  if (param === undefined) return null
  const turnedOn = message('argument-switched-on', { param, from: param.replaceAll('_', ' ') })
  return { args: { ...args, [param]: true }, notes: [turnedOn] }
}

function saysInTurn(text: string, words: readonly string[]): boolean {
  const said = wordsOf(text)
  return said.some((_, start) => {
    let at = start - 1
    return words.every((word, n) => {
      const next = said.indexOf(word, at + 1)
      const isNear = n === 0 ? next === start : next > 0 && next - at <= 2
      at = next
      return isNear
    })
  })
}

const SAYS_ALL = /\b(?:everything|all|alles|alle[ns]?)\b/i
/** What is changed must be meant, and `all` may well be about something else. */
const SAYS_EVERYTHING =
  /\b(?:everything|all (?:my |the )?changes|alles|alle (?:meine )?änderungen)(?![\p{L}\p{N}]| staged)/iu
const QUOTATION = /"[^"\n]*"|'[^'\n]*'(?!\w)/g
/** Says nothing of everything. */
const NOT_ALL = /(?:\b(?:not|at|after|above|first of|nicht)|n't) (?:everything|all(?:es|e[ns]?)?)\b/gi

/** A switch for all, if the request says so. */
export const turnOnAll: Correction = ({ properties, request, isReading }, args) => {
  const said = (isReading ? SAYS_ALL : SAYS_EVERYTHING).exec(request.replace(QUOTATION, '').replace(NOT_ALL, ''))?.[0]
  if (said === undefined || Object.hasOwn(args, 'all') || Object(properties.all).type !== 'boolean') return null
  return { args: { ...args, all: true }, notes: [message('argument-switched-on', { param: 'all', from: said })] }
}
