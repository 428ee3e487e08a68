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
  if (value === undefined) {
    reportMissing(context, 'code', message('add-code'))
    return null
  }
  const fields = openFields(inside(context, 'code'), value, FIELDS)
  const source = fields && takeString(fields, 'source')
  if (!fields) return null
  if (source === undefined || source === null) {
    reportMissing(fields, 'source', message('add-code'))
    return null
  }
  const found = SUSPICIOUS.flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []))
  if (found.length > 0) {
    report(fields, {
      severity: 'warning',
      code: 'ANY_CODE',
      message: message('source-suspicious', { names: found.join(', ') }),
      remedy: message('sandbox-decides'),
      at: 'source',
    })
  }
  const language = readLanguage(fields)
  if (EXPORTED.test(source)) return { code: source, language }
  const isThere = DECLARED.test(source)
  report(fields, {
    ...{ severity: isThere ? 'warning' : 'error', code: 'FIELD_TYPE', at: 'source' },
    message: isThere ? message('execute-not-exported') : message('execute-missing'),
    remedy: message('export-execute'),
  })
  return isThere ? { code: `${source}\nexport { execute }\n`, language } : null
}

function readLanguage(fields: Fields): Source['language'] {
  const language = takeString(fields, 'language') ?? 'typescript'
  if (language === 'javascript' || language === 'typescript') return language
  report(fields, {
    ...{ severity: 'error', code: 'KIND_UNKNOWN', at: 'language' },
    message: message('language-unknown'),
    remedy: message('write-language'),
  })
  return 'typescript'
}
