import { type Fields, get, openFields, reportMissing, takeString } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { message } from '#shared/messages/message'

export interface Source {
  code: string
  language: 'javascript' | 'typescript'
}

const FIELDS: ReadonlySet<string> = new Set(['language', 'source'])
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

/** The tool's code; null if there is none to run. */
export function readSource(context: Fields): Source | null {
  const value = get(context, 'code')
  if (value === undefined) return reportMissing(context, 'code', message('add-code'))
  const fields = openFields(inside(context, 'code'), value, FIELDS)
  const source = fields && takeString(fields, 'source')
  if (!fields) return null
  if (source === undefined || source === null) return reportMissing(fields, 'source', message('add-code'))
  const found = SUSPICIOUS.flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []))
  if (found.length > 0) {
    report(inside(fields, 'source'), 'warning', 'ANY_CODE', 'source-suspicious', 'sandbox-decides', {
      names: found.join(', '),
    })
  }
  const language = readLanguage(fields)
  if (EXPORTED.test(source)) return { code: source, language }
  const isThere = DECLARED.test(source)
  const problem = isThere ? 'execute-not-exported' : 'execute-missing'
  report(inside(fields, 'source'), isThere ? 'warning' : 'error', 'FIELD_TYPE', problem, 'export-execute')
  return isThere ? { code: `${source}\nexport { execute }\n`, language } : null
}

function readLanguage(fields: Fields): Source['language'] {
  const language = takeString(fields, 'language') ?? 'typescript'
  if (language === 'javascript' || language === 'typescript') return language
  report(inside(fields, 'language'), 'error', 'KIND_UNKNOWN', 'language-unknown', 'write-language')
  return 'typescript'
}
