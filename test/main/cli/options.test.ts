import { describe, expect, it } from 'vitest'
import { readLine } from '#main/cli/options'

describe('the command line', () => {
  it('takes options before, between and after the words', () => {
    const line = readLine(['--json', 'plan', '--home', '/h', 'say', '--args', '{"a":1}', '--skills=x', '--skills', 'y'])
    expect(line).toEqual({
      words: ['plan', 'say'],
      options: { json: true, home: '/h', args: '{"a":1}', skills: ['x', 'y'] },
    })
  })

  it.each([
    [['--jsn'], 'there is no option --jsn. Did you mean --json?'],
    [['--what-ever'], 'there is no option --what-ever.'],
    [['-x'], 'there is no option -x.'],
    [['--args'], '--args needs a value: --args JSON.'],
    [['--home='], '--home needs a value: --home DIR.'],
    [['--home', '--json'], '--home needs a value; for one that begins with a dash write --home=--json.'],
    [['--json=yes'], '--json takes no value.'],
  ])('says what is wrong with %j', (args, problem) => {
    expect(readLine(args).problem).toBe(problem)
  })

  it('takes a value that begins with two dashes if it is joined to its option', () => {
    expect(readLine(['log', '--search=--force']).options).toEqual({ search: '--force' })
  })

  it('takes everything after -- as words', () => {
    expect(readLine(['check', '--', '--json']).words).toEqual(['check', '--json'])
  })
})
