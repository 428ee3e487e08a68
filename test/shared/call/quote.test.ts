import { describe, expect, it } from 'vitest'
import { quoteArgv, type Shell } from '#shared/call/quote'

const table: [Shell, string[], string][] = [
  ['posix', ['git', 'log', '--oneline', '-n', '5', 'a/b.c:d@e+f,g%h'], 'git log --oneline -n 5 a/b.c:d@e+f,g%h'],
  ['posix', ['ad', ''], "ad ''"],
  ['posix', ['ad', "it's"], "ad 'it'\\''s'"],
  ['posix', ['ad', '$(id)', '`ls`', '"', '~', '#x', '!', '*', 'a b'], `ad '$(id)' '\`ls\`' '"' '~' '#x' '!' '*' 'a b'`],
  ['posix', ['ad', '=ls', 'a=b'], "ad '=ls' a=b"],
  ['posix', ['ad', 'a\nb'], `ad "$(printf 'a\\nb')"`],
  ['posix', ['ad', '-%\n\\x'], `ad "$(printf '\\055\\045\\n\\134x')"`],
  ['posix', ['ad', 'a\n'], `(a0=$(printf 'a\\n.'); ad "\${a0%.}")`],
  ['posix', ['A=b', 'c'], "'A=b' c"],
  ['posix', ['if', 'time'], "'if' time"],
  ['bash', ['ad', 'a\nb\t'], "ad $'a\\nb\\t'"],
  ['bash', ['ad', '\u202e\u200b'], "ad $'\\342\\200\\256\\342\\200\\213'"],
  ['bash', ['ad', "\u0007'!\\"], "ad $'\\007\\047\\041\\134'"],
  ['bash', ['ad', 'a b'], "ad 'a b'"],
  ['powershell', ['ad', '-v', 'it’s', "o'k", 'x'], "& 'ad' '-v' 'it’’s' 'o''k' x"],
  ['powershell', ['ad', 'a\u202e$x`"'], '& \'ad\' "a`u{202E}`$x```""'],
  ['cmd', ['ad', 'a b', 'c\\d', 'e\\"f', 'g h\\'], 'ad ^"a b^" c\\d ^"e\\\\\\^"f^" ^"g h\\\\^"'],
  ['cmd', ['ad', '', 'a&b', '(c)'], 'ad ^"^" a^&b ^(c^)'],
  ['json', ['ad', 'é\u202e\n"', '\ud800'], '["ad","é\\u202e\\n\\"","\\ud800"]'],
]

describe('quoteArgv', () => {
  it.each(table)('prints for %s %j', (shell, argv, text) => {
    expect(quoteArgv(argv, shell)).toMatchObject({ text, exact: true })
  })

  it.each(['%PATH%', 'a\nb', 'a\u202eb'])('admits that cmd.exe has no exact form of %j', (value) => {
    expect(quoteArgv(['ad', value], 'cmd')).toMatchObject({
      exact: false,
      note: expect.stringContaining('PowerShell or JSON'),
    })
  })

  it('says which PowerShell an empty argument or a quote needs', () => {
    expect(quoteArgv(['ad', ''], 'powershell').note).toContain('7.3')
    expect(quoteArgv(['ad', 'x'], 'powershell').note).toBeUndefined()
  })

  it.each(['a\0b', 'a\ud800b'])('never claims a form for %j, which no program can be given', (value) => {
    for (const shell of ['posix', 'bash', 'powershell', 'cmd'] as const) {
      expect(quoteArgv(['ad', value], shell)).toMatchObject({
        exact: false,
        text: JSON.stringify(['ad', value]).replace('\0', '\\u0000'),
      })
    }
  })

  it('prints nothing for an empty list', () => {
    for (const shell of ['posix', 'bash', 'powershell', 'cmd'] as const) expect(quoteArgv([], shell).text).toBe('')
  })
})
