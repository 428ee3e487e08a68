/** How a formula is marked: `$x$`, `$$x$$`, `\(x\)` or `\[x\]`. */
export type FormulaMark = '$' | '$$' | '\\(' | '\\['

/** The characters around it; null at the edge of a line. */
export interface Around {
  before: string | null
  after: string | null
}

/** Nobody writes a longer formula. */
export const MOST_TEX = 5000
const MOST_IN_A_LINE = 500

const COMMAND = /\\[a-zA-Z]+/
/** Text inside a formula, and words as an index or power: `x_{max}`. */
const SET_APART =
  /\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|mbox)\*?\{[^{}]*\}|[_^]\{[^{}]*\}/g
const COMMANDS = /\\(?:begin|end)\{[a-z]+\*?\}|\\[a-zA-Z]+/g

/** Letters of scripts without spaces may touch a formula; other letters and digits may not. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const MAY_NOT_PRECEDE = /[\p{L}\p{N}_$\\=/'"`})\]@#%&^]/u
const MAY_NOT_FOLLOW = /[\p{L}\p{N}_$"'`{(\\=@]/u

/**
 * Only shells, programs and patterns contain these. A range is searched from its first dash only, which keeps the time
 * linear.
 */
const NOT_TEX = /["`#@]|&&|;;|\$\(|\[[^\]-]*-[^\]]*\]|\.\*/
const SHELL_BRACES = /^\{[A-Za-z_]\w*(?:\}|[:#%/-])/

/**
 * Whether the text between two marks is a formula. In doubt it is not, so a price, `$HOME` and an escaped bracket stay
 * as written.
 *
 * - `$x$`: only space, an opening bracket or a dash before it; no letter, digit, quote or bracket after it; no space or
 *   line break just inside its marks; not a single name of three or more letters (`$PATH$`) and not `${NAME}`. If it
 *   starts with a digit, it needs a command, a power, an index or a comparison.
 * - `$$x$$` and `\[x\]`: with a command, a power, an index or a comparison. Dollars with spaces inside only if they
 *   are alone on their lines.
 * - All: no consecutive words of prose, nothing that only a shell has, and at least one letter or digit.
 */
export function isFormula(mark: FormulaMark, body: string, around: Around): boolean {
  if (body.trim() === '' || body.length > MOST_TEX || NOT_TEX.test(body)) return false
  if (!/[\p{L}\p{N}]/u.test(body) || isProse(body)) return false
  if (mark === '$') return isDollars(body, around)
  if (mark === '\\(') return !touches(around.before)
  if (!hasSign(body) && (mark === '\\[' || body.trim().length > 1)) return false
  const isAlone = around.before === null && around.after === null
  return isAlone || (mark === '$$' ? !isPadded(body) && fits(around) : !touches(around.before))
}

function isDollars(body: string, around: Around): boolean {
  if (body.length > MOST_IN_A_LINE || body.includes('\n') || isPadded(body) || !fits(around)) return false
  if (SHELL_BRACES.test(body) || /^[?!*@#-]+\W*$/.test(body)) return false
  return !/^\d/.test(body) || /\\[a-zA-Z]+|\\%|[\^_=<>]/.test(body)
}

const isPadded = (body: string) => /^\s|\s$/.test(body)

function fits({ before, after }: Around): boolean {
  return !touches(before) && (after === null || UNSPACED.test(after) || !MAY_NOT_FOLLOW.test(after))
}

function touches(before: string | null): boolean {
  return before !== null && !UNSPACED.test(before) && MAY_NOT_PRECEDE.test(before)
}

function hasSign(body: string): boolean {
  return COMMAND.test(body) || /[\^_=<>+]|\\\\/.test(body)
}

/** Two words in a row, or a longer word where nothing else tells that this is mathematics. */
function isProse(body: string): boolean {
  const bare = body.replace(SET_APART, '{}').replace(COMMANDS, '\\')
  if (/(?<![\p{L}\\])\p{L}{2,}[ \n]+\p{L}{2,}(?!\p{L})/u.test(bare)) return true
  return !COMMAND.test(body) && !body.includes('^') && /\p{L}{3,}/u.test(bare)
}
