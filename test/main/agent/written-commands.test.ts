import { beforeAll, describe, expect, it } from 'vitest'
import { findWritten } from '#main/agent/written-commands'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import type { Tool } from '#shared/skill/tool'
import { loadShipped } from '#test/skills/shipped'

let tools: Tool[]
beforeAll(async () => {
  tools = (await loadShipped()).flatMap((skill) => skill.tools)
})

const find = (answer: string) => findWritten(answer, toOllamaTools(tools), listCommands(tools))

const fenced = (text: string, language = 'bash') =>
  `You can use this:\n\n\`\`\`${language}\n${text}\n\`\`\`\n\nThat is all.`

describe('a command in an answer', () => {
  it.each([
    ['in a fence', fenced('df -h'), 'df -h', ['system_disk']],
    ['behind a prompt', fenced('$ git stash list', 'console'), 'git stash list', ['git_stashes']],
    ['in the text', 'Run `git stash list` to see them.', 'git stash list', ['git_stashes']],
    ['with other arguments', fenced('docker logs -f web'), 'docker logs -f web', ['docker_logs']],
    ['as SQL', fenced('SELECT count(*) FROM customer;', 'sql'), 'SELECT count(*) FROM customer;', ['sqlite_query']],
  ])('belongs to the tool that runs it: %s', (_where, answer, text, takers) => {
    expect(find(answer)).toEqual({ text, tools: takers })
  })

  it('may belong to several tools of one program', () => {
    expect(find(fenced('uname -r'))?.tools).toEqual(expect.arrayContaining(['system_kernel', 'system_hostname']))
  })

  it.each([
    ['a program that no tool runs', fenced('rm -rf build')],
    ['another command of the same program', fenced('git push origin main')],
    ['more than one program can do', fenced('df -h | sort')],
    ['two commands, of which neither is meant more', fenced('df -h\nfree -h')],
    ['code in another language', fenced('df -h', 'python')],
    ['a word', 'The file `date` is empty.'],
    ['nothing', 'It is 61 % full.'],
  ])('is none where it is %s', (_what, answer) => {
    expect(find(answer)).toBeNull()
  })

  it('is found quickly even in a hostile text', () => {
    const started = performance.now()
    for (const piece of ['`', '```\n', '`df -h` ', '```bash\ndf -h\n', '$ ']) find(piece.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
