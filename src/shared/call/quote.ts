import { findUnseen, hasUnseen } from '#shared/visible'

export type Shell = 'posix' | 'bash' | 'powershell' | 'cmd' | 'json'

/** `exact` is false if the shell cannot express these bytes; `note` then says what to use instead. */
export interface Quoted {
  text: string
  exact: boolean
  note?: string
}

/** Pasting the result into the shell starts the same program with the same arguments. */
export function quoteArgv(argv: readonly string[], shell: Shell): Quoted {
  if (shell === 'json') return { text: quoteJson(argv), exact: true }
  if (argv.some((element) => element.includes('\0') || !element.isWellFormed())) {
    return {
      text: quoteJson(argv),
      exact: false,
      note: 'An element holds a NUL or broken Unicode, which no program can be given; shown as JSON.',
    }
  }
  if (shell === 'bash') return { text: argv.map(quoteBash).join(' '), exact: true }
  if (shell === 'posix') return quotePosix(argv)
  return shell === 'powershell' ? quotePowershell(argv) : quoteCmd(argv)
}

function quoteJson(argv: readonly string[]): string {
  const text = JSON.stringify(argv)
  const isUnseen = findUnseen(text)
  return text.replace(/[^ -~]/g, (unit) =>
    isUnseen(unit) || /[\ud800-\udfff]/.test(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  )
}

const BARE = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/
/** A first word that the shell would read as a keyword, an assignment or a job. */
const NOT_A_COMMAND =
  /=|^%|^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|select|function|time|coproc|repeat|foreach|end|nocorrect|noglob)$/

function isBare(element: string, index: number): boolean {
  return BARE.test(element) && !(index === 0 && NOT_A_COMMAND.test(element))
}

const quoteSingle = (element: string): string => `'${element.replaceAll("'", "'\\''")}'`

function quoteBash(element: string, index: number): string {
  if (isBare(element, index)) return element
  if (!hasUnseen(element)) return quoteSingle(element)
  return `$'${escapeForPrintf(element, /[\\'!]/)}'`
}

/** Writes invisible characters and `special` as octal bytes. */
function escapeForPrintf(element: string, special: RegExp): string {
  let text = ''
  const isUnseen = findUnseen(element)
  for (const character of element) {
    if (character === '\n') text += '\\n'
    else if (character === '\t') text += '\\t'
    else if (special.test(character) || isUnseen(character)) text += toOctal(character)
    else text += character
  }
  return text
}

function toOctal(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** `$(…)` drops trailing line breaks, so such a value keeps a dot at its end until it is used. */
function quotePosix(argv: readonly string[]): Quoted {
  const kept: string[] = []
  const words = argv.map((element, index) => {
    if (isBare(element, index)) return element
    if (!hasUnseen(element)) return quoteSingle(element)
    const escaped = escapeForPrintf(element, /[\\'%]/).replace(/^-/, '\\055')
    if (!element.endsWith('\n')) return `"$(printf '${escaped}')"`
    kept.push(`a${kept.length}=$(printf '${escaped}.')`)
    return `"\${a${kept.length - 1}%.}"`
  })
  const command = words.join(' ')
  return { text: kept.length === 0 ? command : `(${kept.join('; ')}; ${command})`, exact: true }
}

function quotePowershell(argv: readonly string[]): Quoted {
  const words = argv.map((element, index) => {
    if (index > 0 && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(element)) return element
    if (!hasUnseen(element)) return `'${element.replace(/['\u2018-\u201b]/g, '$&$&')}'`
    return `"${Array.from(element, escapeForPowershell(findUnseen(element))).join('')}"`
  })
  const needsSeven = argv.some((element) => element === '' || element.includes('"'))
  return {
    text: words.length === 0 ? '' : `& ${words.join(' ')}`,
    exact: true,
    ...(needsSeven && { note: 'Needs PowerShell 7.3 or newer; older ones lose quotes and empty arguments.' }),
  }
}

function escapeForPowershell(isUnseen: (character: string) => boolean): (character: string) => string {
  return (character) => {
    if (/[$`"\u201c-\u201e]/.test(character)) return `\`${character}`
    return isUnseen(character) ? `\`u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}` : character
  }
}

function quoteCmd(argv: readonly string[]): Quoted {
  const exact = argv.every((element) => !element.includes('%') && !hasUnseen(element))
  const words = argv.map((element) => {
    const word = /^[^\s"]+$/.test(element)
      ? element
      : `"${element.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`
    return word.replace(/[()%!^"<>&|]/g, '^$&')
  })
  return {
    text: words.join(' '),
    exact,
    ...(!exact && { note: 'There is no exact form for cmd.exe; use PowerShell or JSON.' }),
  }
}
