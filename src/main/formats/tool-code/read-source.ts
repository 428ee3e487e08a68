import { type FieldReader, field, openFields, reportMissing, take } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { message } from '#shared/messages/message'

export interface Source {
  code: string
  language: 'javascript' | 'typescript'
}

const EXPORTED =
  /\bexport\s+(?:default\b|(?:async\s+)?function\s*\*?\s*execute\b|(?:const|let|var)\s+execute\b|\{[^}]*\bexecute\b[^}]*\})/
const DECLARED = /\bfunction\s*\*?\s*execute\b|\b(?:const|let|var)\s+execute\b/

/** Things that the sandbox blocks or a self-contained tool does not need. These are only warnings. */
const SUSPICIOUS: readonly (readonly [string, RegExp])[] = [
  ['eval(', /\beval\s*\(/],
  ['Function(', /\bFunction\s*\(/],
  ['require(', /\brequire\s*\(/],
  ['import(', /\bimport\s*\(/],
  ['__dirname', /\b__dirname\b/],
  ['__filename', /\b__filename\b/],
  ['process.exit', /\bprocess\.(?:exit|kill|abort)\b/],
  ['child_process', /child_process/],
  ['fs.', /\bfs\./],
]

const readLanguage: FieldReader<Source['language']> = (value, at) => {
  const language = field.string(value, at) ?? 'typescript'
  if (language === 'javascript' || language === 'typescript') return language
  report(at, 'error', 'KIND_UNKNOWN', 'language-unknown', 'write-language')
  return 'typescript'
}

/** The tool's code; null if there is none to run. */
export const readSource: FieldReader<Source | null> = (value, place) => {
  if (value === undefined) return reportMissing(place, message('add-code'))
  const fields = openFields(place, value, { language: readLanguage, source: field.string })
  if (!fields) return null
  const at = inside(fields, 'source')
  const { source } = take(fields, 'source')
  if (source === undefined) return reportMissing(at, message('add-code'))
  const found = SUSPICIOUS.flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []))
  if (found.length > 0) {
    report(at, 'warning', 'ANY_CODE', 'source-suspicious', 'sandbox-decides', { names: found.join(', ') })
  }
  const { language } = take(fields, 'language')
  if (EXPORTED.test(source)) return { code: source, language }
  const isThere = DECLARED.test(source)
  const problem = isThere ? 'execute-not-exported' : 'execute-missing'
  report(at, isThere ? 'warning' : 'error', 'FIELD_TYPE', problem, 'export-execute')
  return isThere ? { code: `${source}\nexport { execute }\n`, language } : null
}
