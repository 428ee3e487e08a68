import { CopyIcon } from '#renderer/parts/ui/copying.tsx'
import { LongText, TokenText } from '#renderer/parts/ui/long-text.tsx'
import { say } from '#shared/messages/say'
import { toVisible, toVisibleLines } from '#shared/visible'

/** Spells out hidden and reordering characters in code. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <figure className="code box">
      {language && <figcaption className="quiet tiny">{toVisible(language).text.slice(0, 40)}</figcaption>}
      <CopyIcon text={code} label={say('Copy code')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>
          <CodeText code={code} language={language} />
        </code>
      </pre>
    </figure>
  )
}

export function InlineCode({ text }: { text: string }) {
  return <code dir="ltr">{toVisibleLines(text)}</code>
}

function CodeText({ code, language }: { code: string; language: string }) {
  const grammar = languageOf(language)
  if (!grammar) return <LongText text={code} />
  return (
    <TokenText<Inside>
      text={code}
      name={language}
      start={null}
      read={(text, from) => readTokens(text, grammar, from)}
    />
  )
}

/** A piece of code with one style; most pieces have none. */
interface Token {
  kind: 'comment' | 'text' | 'word' | 'number' | null
  text: string
}

/** The state at the start of a piece: what ends it, and whether a backslash escapes that end. */
type Inside = { kind: 'comment' | 'text'; end: string; escapes: boolean } | null

interface Language {
  /** To the end of the line. */
  lineComments: readonly string[]
  /** From start to end, across lines. */
  spans: readonly { kind: 'comment' | 'text'; start: string; end: string; escapes: boolean; isLine?: boolean }[]
  words: ReadonlySet<string>
  ignoresCase?: boolean
}

const words = (list: string) => new Set(list.split(' '))
const span = (kind: 'comment' | 'text', start: string, end = start, escapes = kind === 'text') => {
  return { kind, start, end, escapes }
}
const line = (quote: string, escapes = true) => ({ ...span('text', quote, quote, escapes), isLine: true })

const C_COMMENTS = { lineComments: ['//'], spans: [span('comment', '/*', '*/'), line('"'), line("'")] }

const SCRIPT: Language = {
  lineComments: ['//'],
  spans: [...C_COMMENTS.spans, span('text', '`')],
  words: words(
    'abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function if implements import in infer instanceof interface is keyof let new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield',
  ),
}
const C_LIKE: Language = {
  ...C_COMMENTS,
  words: words(
    'abstract auto bool boolean break byte case catch chan char class const constexpr continue crate default defer delete do double else enum extends extern false final finally float fn for func fun go goto if impl implements import in inline int interface internal let long loop map match mod move mut namespace new nil null nullptr operator override package private protected pub public range ref register return self short signed sizeof static struct super switch template this throw throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while',
  ),
}
const PYTHON: Language = {
  lineComments: ['#'],
  spans: [span('text', '"""'), span('text', "'''"), line('"'), line("'")],
  words: words(
    'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
  ),
}
const SHELL: Language = {
  lineComments: ['#'],
  spans: [span('text', '"'), span('text', "'", "'", false)],
  words: words(
    'alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local read readonly return set shift source then trap unset until while',
  ),
}
const RUBY: Language = {
  ...PYTHON,
  spans: [line('"'), line("'")],
  words: words(
    'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or raise redo rescue retry return self super then true undef unless until when while yield',
  ),
}
const SQL: Language = {
  lineComments: ['--'],
  spans: [span('comment', '/*', '*/'), span('text', "'", "'", false), span('text', '"', '"', false)],
  ignoresCase: true,
  words: words(
    'add all alter and as asc between by case check column constraint create default delete desc distinct drop else end exists foreign from full group having in index inner insert into is join key left like limit not null offset on or order outer primary references returning right select set table then union unique update values view when where with',
  ),
}
const DATA: Language = { lineComments: [], spans: [line('"')], words: words('true false null') }
const CONFIG: Language = {
  lineComments: ['#'],
  spans: [span('text', '"""'), line('"'), line("'", false)],
  words: words('true false null yes no on off'),
}
const MARKUP: Language = {
  lineComments: [],
  spans: [span('comment', '<!--', '-->'), line('"', false)],
  words: new Set(),
}
const STYLE: Language = { ...C_COMMENTS, lineComments: [], words: words('important media import supports from to') }

const NAMES: readonly [names: string, language: Language][] = [
  ['js javascript jsx mjs cjs ts typescript tsx mts', SCRIPT],
  ['c h cpp c++ cc cs csharp java kotlin kt go rust rs swift dart scala php zig objc', C_LIKE],
  ['py python python3', PYTHON],
  ['sh bash shell zsh fish console make makefile dockerfile docker', SHELL],
  ['rb ruby', RUBY],
  ['sql sqlite postgresql mysql', SQL],
  ['json jsonl json5', DATA],
  ['yaml yml toml ini conf properties', CONFIG],
  ['html xml svg vue', MARKUP],
  ['css scss less', STYLE],
]
const LANGUAGES = new Map(
  NAMES.flatMap(([names, language]) => names.split(' ').map((name) => [name, language] as const)),
)

export function languageOf(name: string): Language | null {
  return LANGUAGES.get(name.toLowerCase()) ?? null
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y

/** Looks at each character once. The tokens together are the text. */
export function readTokens(text: string, language: Language, inside: Inside = null): { tokens: Token[]; rest: Inside } {
  const tokens: Token[] = []
  let plain = 0
  const add = (kind: Token['kind'], from: number, to: number) => {
    if (from > plain) tokens.push({ kind: null, text: text.slice(plain, from) })
    if (to > from) tokens.push({ kind, text: text.slice(from, to) })
    plain = to
  }
  let at = 0
  if (inside) {
    at = endOf(text, 0, inside, false)
    add(inside.kind, 0, at === -1 ? text.length : at)
    if (at === -1) return { tokens, rest: inside }
  }
  while (at < text.length) {
    const opened = language.spans.find(({ start }) => text.startsWith(start, at))
    if (opened) {
      const end = endOf(text, at + opened.start.length, opened, opened.isLine === true)
      add(opened.kind, at, end === -1 ? text.length : end)
      if (end === -1) return { tokens, rest: opened.isLine ? null : opened }
      at = end
    } else if (language.lineComments.some((start) => text.startsWith(start, at) && isApart(text, at, start))) {
      const end = text.indexOf('\n', at)
      add('comment', at, end === -1 ? text.length : end)
      at = plain
    } else {
      const word = match(WORD, text, at)
      const number = word === '' ? match(NUMBER, text, at) : ''
      if (number !== '') add('number', at, at + number.length)
      else if (language.words.has(language.ignoresCase ? word.toLowerCase() : word)) add('word', at, at + word.length)
      at += Math.max(1, word.length, number.length)
    }
  }
  add(null, text.length, text.length)
  return { tokens, rest: null }
}

/** The position after its end; -1 if the end is not here. One that cannot span lines ends with its line. */
function endOf(text: string, from: number, { end, escapes }: NonNullable<Inside>, isLine: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === '\\') at++
    else if (text.startsWith(end, at)) return at + end.length
    else if (isLine && text[at] === '\n') return at
  }
  return -1
}

/** `#` starts a comment only at the start of a word, not in `$#` or `a#b`. */
function isApart(text: string, at: number, start: string): boolean {
  return start !== '#' || at === 0 || /\s/.test(text[at - 1] ?? '')
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
