import type { ProposedCall } from './ports.ts'
import { isTelling } from './words.ts'

/** In a message with a pasted log or with code, most values are not for a call. */
export const LONGEST_REQUEST = 600
const isPlain = (request: string) => request.length <= LONGEST_REQUEST && !/[{}]/.test(request)

const FILE = /(?<![/\w.-])[\w./-]*\w\.([a-z]\w{1,4})(?![\w/])/gi

/** The files that a text names, each as a path. */
export const filesIn = (text: string): string[] => Array.from(text.matchAll(FILE), ([path]) => path)

/** The only file that a request names. */
export function onlyFileIn(request: string): string | undefined {
  const [file, ...others] = isPlain(request) ? new Set(filesIn(request)) : []
  return others.length === 0 ? file : undefined
}

export const isFileName = (text: string): boolean => filesIn(text)[0] === text

/** Replaces the files by their endings, because a name could say anything. */
export const withEndingsAlone = (text: string): string => text.replace(FILE, ' $1 ')

const SAYS_FOLDER = /\b(?:folders?|director(?:y|ies)|dir|ordners?|verzeichnis(?:ses)?)\b/i

const WHERE = ['in ', 'into ', 'inside ', 'to ', 'from ', 'under ', 'im ', 'nach ', 'aus ']

/** The names without their endings of the files in a request that speaks of no folder and of no place called so. */
export const stemsIn = (request: string): string[] =>
  !isPlain(request) || SAYS_FOLDER.test(request)
    ? []
    : filesIn(request).flatMap((path) => {
        const name = path.replace(/^.*\/|\.\w+$/g, '')
        return WHERE.some((word) => says(request, name, word)) ? [] : [name]
      })

/** The endings of the files that a text names, in small letters and without a dot. */
export const endingsIn = (text: string): string[] =>
  Array.from(text.matchAll(FILE), ([, ending = '']) => ending.toLowerCase())

/** Whether it names a file or an address. */
export const namesSource = (text: string): boolean => /(?:^|\s)https?:\/\/\S/i.test(text) || filesIn(text).length > 0

/** Whether it names a repository with its owner. */
export const namesRepository = (text: string): boolean =>
  /\b(?:repo|repository|github)\b[^\n]{0,80}\s[\w-]+\/[\w.-]+/i.test(text)

/** A text for a note or a commit, which may speak of folders and counts of its own. */
const QUOTED_TEXT = /"[^"\n]*\s[^"\n]*"|'[^'\n]*\s[^'\n]*'(?!\w)/g
export const withoutTexts = (request: string): string => request.replace(QUOTED_TEXT, '""')

const LEAVES_OUT =
  /\b(?:not|except|without|excluding|outside|besides|ignore|ignoring|skip|other than|but|außer(?:halb)?|ohne|nicht)|n't/
const BETWEEN =
  /not|for|of|in|from|on|the|a|any|der|die|das|den|dem|des|im|aus|vo[nm]|repo\w*|folders?|director(?:y|ies)|ordners?|branch|container/
const EXCLUDED = new RegExp(`(?:${LEAVES_OUT.source})(?: (?:${BETWEEN.source}))* \\S+`, 'gi')
/** Without what the request is not about. */
export const withoutExcluded = (request: string): string => request.replace(EXCLUDED, '')

/** What follows a word such as folder, in English and German. */
const NAMED =
  /(?<!\b(?:this|that|which|what|diese[rmn]?|welche[rmn]?) )\b(?:(repositorys?|repo|folder|directory|ordners?|verzeichnis(?:ses)?|container|branch|zweig(?:e?s)?|vault|file|datei|database|datenbank)(?: (?:named|called|namens))?|named|called|namens) ["'„“]?([\p{L}\p{N}][\p{L}\p{N}_./-]*)/giu
/** Words that may follow such a word without being a name. */
const JOINS = new RegExp(
  `^(?:${[
    'where|which|who|not|between|since|by|after|before|into|over|under|without|has|have|belongs?|contains?|containing',
    'above|below|up|down|but|when|while|because|now|again|too|also|currently|right|instead|yet|already|still|only',
    'itself|sorted|recursively|running',
    'contents?|details|hierarchy|history|info|information|listing|names?|overview|permissions|sizes?|status|structure|tree',
    'der|die|das|mit|und|in|im|an|am|auf|von|vom|zu|hat|ist|sind|wo|welche.*|enthält|jetzt|wieder|noch|auch|gerade|sortiert',
  ].join('|')})$`,
  'i',
)

/** The names in a request, each with the word for what it is, or without one. */
export const namedIn = (request: string): (readonly [kind: string, name: string])[] =>
  isPlain(request)
    ? Array.from(
        withoutTexts(request).matchAll(NAMED),
        ([, kind = '', name = '']) => [kind.toLowerCase(), name.replace(/\.$/, '')] as const,
      ).filter(([, name]) => isTelling(name.toLowerCase()) && !JOINS.test(name))
    : []

const VALUE =
  /"[^"\n]+"|'[^'\n]+'(?!\w)|[\w-]+\/[\w./-]+|[\w-]+\.[a-z]\w{1,4}\b|(?<![\w/.])\*?\.[a-z]\w{1,4}\b|\b\d{4}-\d\d-\d\d\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d+\b/g

/** Values of the request, such as names of files, numbers and quotations, that no call has. */
export const listUnused = (request: string, calls: readonly Pick<ProposedCall, 'args'>[]): string[] =>
  isPlain(request)
    ? leftOut(
        Array.from(request.matchAll(VALUE), ([value]) => value.replace(/^["']|["'.]$/g, '')),
        calls,
      )
    : []

/** Those that no call has. */
export function leftOut(values: readonly string[], calls: readonly Pick<ProposedCall, 'args'>[]): string[] {
  const used = calls.map(({ args }) => flatten(JSON.stringify(args ?? null))).join('\n')
  return [...new Set(values)].filter((value) => !used.includes(flatten(value)))
}

const flatten = (text: string) => text.toLowerCase().replace(/[\s_\\]+/g, '')

/** Around a name; an apostrophe inside a word is none. */
const QUOTES = /["`“”„«»]|(?<!\w)['‘’]|['‘’](?!\w)/g
const BASE = /\b(?:compared (?:to|with)|relative to)\b/g
const KIND = /\b(?:the|its|all|their|branch|tag|file|folder) /g

/** Whether the text has this name after these words, as a whole, with no more than what kind of thing it is between. */
export function says(text: string, name: string, before = ''): boolean {
  const bare = name.toLowerCase().replace(QUOTES, '')
  if (bare === '') return false
  const where = ` ${text.toLowerCase().replace(QUOTES, '').replace(BASE, 'against').replace(KIND, '')} `
  const wanted = `${before}${bare}`
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + 1)) {
    const isStart = before.startsWith("n't") || where[at - 1] === ' '
    if (isStart && /^[?!.,;:]*\s/.test(where.slice(at + wanted.length, at + wanted.length + 4))) return true
  }
  return false
}
