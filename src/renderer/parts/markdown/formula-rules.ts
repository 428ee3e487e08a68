/** How a formula is marked in text: `$x$`, `$$x$$`, `\(x\)` or `\[x\]`. */
export type FormulaMark = '$' | '$$' | '\\(' | '\\['

/** What stands right before and after; null at the edge of a line. */
export interface Around {
  before: string | null
  after: string | null
}

/** Beyond this nobody wrote it as one formula. */
export const MOST_TEX = 5000
const MOST_IN_A_LINE = 500

const COMMAND = /\\[a-zA-Z]+/
/** Words of a text that is set within a formula, and what is raised or lowered as one: `x_{max}`. */
const SET_APART =
  /\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|mbox)\*?\{[^{}]*\}|[_^]\{[^{}]*\}/g
const COMMANDS = /\\(?:begin|end)\{[a-z]+\*?\}|\\[a-zA-Z]+/g

/** A letter of a script that sets no spaces may touch a formula; any other letter, digit or sign of a shell may not. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const MAY_NOT_PRECEDE = /[\p{L}\p{N}_$\\=/'"`})\]@#%&^]/u
const MAY_NOT_FOLLOW = /[\p{L}\p{N}_$"'`{(\\=@]/u

/** What only a shell, a program or a pattern has. A range is looked for from its first dash alone: others cost a power more. */
const NOT_TEX = /["`#@]|&&|;;|\$\(|\[[^\]-]*-[^\]]*\]|\.\*/
const SHELL_BRACES = /^\{[A-Za-z_]\w*(?:\}|[:#%/-])/

/**
 * Whether what stands between two marks is meant as a formula. In doubt it is not: a price, `$HOME` and an escaped
 * bracket stay as they are written.
 *
 * - `$x$`: nothing but space, an opening bracket or a dash before it, no letter, digit, quote or bracket after it; no
 *   space and no line break inside its marks; not one name of three letters or more (`$PATH$`), not `${NAME}`; where
 *   it begins with a digit, only with a command, a power, an index or a comparison in it.
 * - `$$x$$` and `\[x\]`: with a command, a power, an index or a comparison in it; dollars with spaces inside only where
 *   they stand alone on their lines.
 * - all: no words that follow each other as in prose, nothing that only a shell has, something that can be counted.
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
