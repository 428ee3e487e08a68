import { type Json, type JsonObject, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import { type Correction, FILE_PARAMS, FOLDER, NAMES_A_THING, takesAny, takesEnding } from './corrections.ts'
import { namedIn, onlyFileIn, says, withoutTexts } from './request-names.ts'

/** Moves a value, or the part of it that does not belong where it is. */
function move(args: JsonObject, param: string, from: Json, into: string, rest?: string) {
  const { [param]: _, ...others } = args
  const moved = message('argument-moved', { param, from: toText(from), into })
  return { args: { ...others, ...(rest !== undefined && { [param]: rest }), [into]: from }, notes: [moved] }
}

/** What models call parameters, and what tools call them. */
const ALSO_CALLED: readonly (readonly [called: RegExp, params: readonly string[]])[] = [
  [/^(?:branch|tag|commit|ref|sha)$/, ['revision', 'commit', 'branch']],
  [/^(?:repo|repository|directory|dir)$/, ['folder', 'path']],
  [/^(?:file|filename|file_?path|folder)$/, ['path', 'file']],
  [/^(?:count|number|n|max|max_count|lines|rows)$/, ['limit', 'lines', 'count']],
]

/** A value of the request under a name that the tool does not know, where one of its own means the same. */
export const renameUnknown: Correction = ({ parameters, properties, request }, args) => {
  if (takesAny(parameters)) return null
  for (const [param, value] of Object.entries(args)) {
    if (Object.hasOwn(properties, param) || !says(request, toText(value))) continue
    const known = ALSO_CALLED.find(([called]) => called.test(param))?.[1] ?? []
    const [into, other] = known.filter((one) => Object.hasOwn(properties, one) && !Object.hasOwn(args, one))
    if (into !== undefined && other === undefined) return move(args, param, value, into)
  }
  return null
}

/** A path that was cut into a folder and a file. */
export const joinPath: Correction = ({ request, required }, args) => {
  const folder = Object.keys(args).find((param) => FOLDER.test(param) && !required.includes(param))
  const file = FILE_PARAMS.find((param) => typeof args[param] === 'string')
  if (folder === undefined || file === undefined || typeof args[folder] !== 'string') return null
  const { [folder]: from, ...rest } = args
  const whole = `${toText(from).replace(/\/$/, '')}/${args[file]}`
  if (!says(request, whole)) return null
  const moved = message('argument-moved', { param: folder, from: toText(from), into: file })
  return { args: { ...rest, [file]: whole }, notes: [moved] }
}

/** A file of the only repository that the request names, given as one path. */
export const takeOutOfRepository: Correction = ({ properties, request }, args) => {
  const [repository, another] = namedIn(request).filter(([kind]) => kind.startsWith('repo'))
  if (!repository || another || !Object.hasOwn(properties, 'folder') || Object.hasOwn(args, 'folder')) return null
  const [, folder] = repository
  const param = FILE_PARAMS.find((one) => toText(args[one]).toLowerCase().startsWith(`${folder.toLowerCase()}/`))
  if (param === undefined || says(request, toText(args[param]))) return null
  return move(args, param, folder, 'folder', toText(args[param]).slice(folder.length + 1))
}

const LONGEST = 200
const IN_ANOTHER = /^(.+?) (?:in|from|of|on|at) (?:my |the )?(\w+) ([\w./-]+)$/i

/** A name with another one after it: the note `Shopping in my vault Home`, unless quotation marks hold it together. */
export const splitName: Correction = ({ properties, request }, args) => {
  for (const [param, value] of Object.entries(args)) {
    if (!NAMES_A_THING.test(param) || typeof value !== 'string' || value.length > LONGEST) continue
    if (!withoutTexts(request).toLowerCase().includes(value.toLowerCase())) continue
    const [, name = '', kind = '', other = ''] = IN_ANOTHER.exec(value) ?? []
    const into = kind.toLowerCase()
    if (!NAMES_A_THING.test(into) || !Object.hasOwn(properties, into) || Object.hasOwn(args, into)) continue
    return move(args, param, other, into, name)
  }
  return null
}

/** The only file of the request, given as a folder; a repository or folder may be called like a file. */
export const moveFile: Correction = ({ properties, required, request }, args) => {
  const file = onlyFileIn(request)
  if (namedIn(request).some(([kind, name]) => name === file && !/^(?:file|datei|)$/.test(kind))) return null
  const param = Object.keys(args).find(
    (one) => FOLDER.test(one) && Object.hasOwn(properties, one) && !required.includes(one) && args[one] === file,
  )
  const into = FILE_PARAMS.find((one) => Object.hasOwn(properties, one) && !Object.hasOwn(args, one))
  return file === undefined || param === undefined || into === undefined ? null : move(args, param, file, into)
}

/** An ending of files, such as `*.md`, in place of a name. */
export const moveEnding: Correction = ({ properties, required }, args) => {
  const param = Object.keys(args).find(
    (one) => NAMES_A_THING.test(one) && !required.includes(one) && /^\*\.\w+$/.test(toText(args[one])),
  )
  const [into] =
    Object.entries(properties).find(([one, schema]) => !Object.hasOwn(args, one) && takesEnding(schema)) ?? []
  return param === undefined || into === undefined ? null : move(args, param, args[param] ?? null, into)
}
