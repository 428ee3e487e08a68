import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

/** Programs that act on a word which begins with a dash, with words that make them. */
const payloads = (canary: string): Record<string, string[]> => ({
  git: [`--upload-pack=touch ${canary}`, `--output=${canary}`, `-Otouch ${canary}`, '--exec=x', '-c', '--git-dir=/x'],
  tar: [
    `--checkpoint-action=exec=touch ${canary}`,
    `--to-command=touch ${canary}`,
    `-I touch ${canary}`,
    '--rmt-command=x',
  ],
  find: ['-delete', '-exec', `-fprint=${canary}`, '-execdir', '-ok'],
  curl: [`-o${canary}`, `--output=${canary}`, '-K/etc/passwd', '--proto=all', '-T/etc/passwd'],
  sort: [`-o${canary}`, '--compress-program=./x', `--output=${canary}`, '--files0-from=/etc/passwd'],
  zip: ['-TT', `--unzip-command=touch ${canary}`, '-m'],
  ssh: [`-oProxyCommand=touch ${canary}`, '-F/x'],
  sed: [`-e1w${canary}`, '-i', '--in-place'],
  awk: [`-vx=1`, '-f/x', `--include=${canary}`],
  grep: ['-f/etc/passwd', '--file=/etc/passwd'],
  date: ['-s2020-01-01', '--set=2020-01-01', '-f/etc/passwd'],
  wc: ['--files0-from=/etc/passwd'],
})

describe('A01 a value that looks like an option', () => {
  it('never reaches any program as an option', async () => {
    const scene = setScene('A01')
    const tools = payloads(scene.canary)
    const args = [{ kind: 'positional', param: 'value' }]
    writeSkill(scene, Object.fromEntries(Object.keys(tools).map((binary) => [binary, { binary, args }])))
    const attempts = Object.entries(tools).flatMap(([tool, words]) => words.map((value) => ({ tool, args: { value } })))
    expect(attempts.length).toBeGreaterThanOrEqual(40)
    const { results, started, isPwned } = await attackWith(scene, attempts)
    for (const [index, { error }] of results.entries()) {
      expect(error, JSON.stringify(attempts[index])).toMatchObject({ code: 'ARG_LOOKS_LIKE_OPTION' })
    }
    expect(started).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
