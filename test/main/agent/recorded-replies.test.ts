import { beforeAll, describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import { validateArguments } from '#main/gate/validate-arguments'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import { textOf } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { loadShipped } from '#test/skills/shipped'
import { answer, keepProposed, makeInput, makeWorld, type World } from './turn-world.ts'

let tools: Tool[]
beforeAll(async () => {
  tools = (await loadShipped()).flatMap((skill) => skill.tools)
})

/** A turn over the bundled tools with what Qwen2.5-Coder-1.5B wrote; the gate reads its arguments as in every call. */
async function replay(text: string, ...replies: string[]) {
  const world = makeWorld(replies.map((content) => answer({ content })))
  const { runCall } = world.ports
  world.ports.runCall = async (call) => {
    const tool = tools.find(({ modelName }) => modelName === call.tool)
    const read = tool ? await validateArguments(tool, call.args, true) : null
    if (read && !read.ok) return { text: `error: ${textOf(read.error.message)}`, code: read.error.code }
    return runCall(call)
  }
  const proposed = keepProposed(world)
  const input = makeInput({
    style: 'compact',
    tools: toOllamaTools(tools),
    contextLength: 16_384,
    text,
    commands: listCommands(tools),
  })
  const reason = await runTurn(input, world.ports)
  return { world, proposed, reason, said: lastSaid(world) }
}

function lastSaid({ facts }: World): string {
  const said = facts.findLast((each) => each.type === 'message.added' && each.role === 'assistant')
  return said?.type === 'message.added' ? said.content : ''
}

const ANSWER = 'The disk is 61 % full.'

describe('what a small model really wrote ends in an answer', () => {
  it('an empty text for an optional parameter is left out, and the tool runs', async () => {
    const call = '{"name": "system_disk", "arguments": {"path": ""}}'
    const { world, said } = await replay('How full is the disk?', call, ANSWER)
    expect(world.ran).toEqual(['system_disk'])
    expect(said).toBe(ANSWER)
  })

  it('[] as arguments: the tool runs, and nobody gets JSON as an answer', async () => {
    const call = '{"name": "system_hostname", "arguments": []}'
    const { world, said } = await replay('What is this computer called?', call, 'It is called zenbook.')
    expect(world.ran).toEqual(['system_hostname'])
    expect(said).toBe('It is called zenbook.')
  })

  it('the same call again after its result: it runs once, and the model answers with what it has', async () => {
    const call = '{"name": "system_memory", "arguments": {}}'
    const { world, reason, said } = await replay('How much memory is free?', call, call, 'About 6 GB are free.')
    expect({ reason, ran: world.ran, said }).toEqual({
      reason: 'answered',
      ran: ['system_memory'],
      said: 'About 6 GB are free.',
    })
  })

  it('an explanation of the tool that just ran: it is asked for the answer', async () => {
    const call = '{"name": "system_disk", "arguments": {}}'
    const explains =
      "To check how full the disk is, you can use the `system_disk` function. Here's an example of how you can use it:\n\n```python\nsystem_disk()\n```"
    const { world, said } = await replay('How full is the disk?', call, explains, ANSWER)
    expect(world.ran).toEqual(['system_disk'])
    expect(said).toBe(ANSWER)
  })

  it('tools listed in words: one of them is called by grammar, after a question', async () => {
    const lists =
      'You can use these tools:\n1. `system_disk`: Show how full each disk is\n2. `files_size`: Show the size'
    const forced = '{"name": "system_disk", "arguments": {}}'
    const { world, proposed, said } = await replay('How full is the disk?', lists, forced, ANSWER)
    expect(world.requests[1]?.format).toMatchObject({
      properties: { name: { enum: expect.arrayContaining(['system_disk', 'files_size']) } },
    })
    expect(proposed).toMatchObject([{ tool: 'system_disk', recoveredFrom: 'structured' }])
    expect(said).toBe(ANSWER)
  })

  it('SQL to run by hand: the tool for SQL is called by grammar, and the person sees what the model wrote', async () => {
    const sql = 'SELECT count(*) FROM customer;'
    const explains = `To find out how many rows are in the \`customer\` table of the \`shop.db\` database, you can use the following SQL query:\n\n\`\`\`sql\n${sql}\n\`\`\`\n\nThis query will return the total number of rows in the \`customer\` table.`
    const forced = JSON.stringify({ name: 'sqlite_query', arguments: { database: 'shop.db', sql } })
    const asked = 'how many rows are in the table customer of shop.db'
    const { world, proposed, said } = await replay(asked, explains, forced, 'It has 42 rows.')
    expect(world.requests[1]?.format).toMatchObject({ properties: { name: { enum: ['sqlite_query'] } } })
    expect(proposed).toMatchObject([{ tool: 'sqlite_query', recoveredFrom: 'structured', wrote: sql }])
    expect(said).toBe('It has 42 rows.')
  })

  it('a command to run by hand: its tool is proposed, unless the person asked about that command', async () => {
    const explains = 'You can run:\n\n```bash\ndf -h\n```'
    const forced = '{"name": "system_disk", "arguments": {}}'
    const { proposed } = await replay('How full is the disk?', explains, forced, ANSWER)
    expect(proposed).toMatchObject([{ tool: 'system_disk', recoveredFrom: 'structured', wrote: 'df -h' }])
    const about = await replay('What does df -h do?', explains)
    expect({ ran: about.proposed, said: about.said }).toEqual({ ran: [], said: explains })
  })

  it('a value that no result shows: the model is asked once for the call that tells it, never twice for the same', async () => {
    const asked = 'see what the newest file in Downloads is and give me its checksum'
    const first = '{"name": "files_list", "arguments": {"path": "Downloads"}}'
    const invents = 'The newest file in Downloads is setup-2.4.iso, and its checksum is 1234567890abcdef.'
    const forced = '{"name": "files_checksum", "arguments": {"path": "Downloads/setup-2.4.iso"}}'
    const { world, proposed, said } = await replay(asked, first, invents, forced, 'It is setup-2.4.iso.')
    expect(world.requests[2]?.messages.at(-1)?.content).toContain('No result shows')
    expect(world.requests[2]?.messages.at(-1)?.content).toContain('1234567890abcdef')
    expect(proposed).toMatchObject([{ tool: 'files_list' }, { tool: 'files_checksum', recoveredFrom: 'structured' }])
    expect(said).toBe('It is setup-2.4.iso.')
    const again = await replay(asked, first, invents, first)
    expect({ ran: again.world.ran, said: again.said }).toEqual({ ran: ['files_list'], said: invents })
  })

  it.each([
    ['files_append', 'write_files_append'],
    ['write_files_rename', 'write_files_move'],
    ['git_new_branch', 'git_commit_new_branch'],
  ])(
    'a name that is nearly right, %s: the right one is among those it is asked to choose from',
    async (wrong, right) => {
      const forced = JSON.stringify({ name: right, arguments: {} })
      const { world, proposed } = await replay(
        'Please do it.',
        `{"name": "${wrong}", "arguments": {}}`,
        forced,
        'Done.',
      )
      const format = world.requests[1]?.format as { properties: { name: { enum: string[] } } } | undefined
      expect(format?.properties.name.enum).toContain(right)
      expect(proposed).toMatchObject([{ tool: right, recoveredFrom: 'structured' }])
    },
  )

  it('a name of no tool that is like a wrong one: tools whose words fit the request can be chosen as well', async () => {
    const wrong = '{"name": "notesmd_cli_append", "arguments": {"note": "call bob"}}'
    const forced = JSON.stringify({ name: 'write_files_append', arguments: { path: 'todo.txt', content: 'call bob' } })
    const { world, proposed } = await replay('add "call bob" to todo.txt', wrong, forced, 'Done.')
    const format = world.requests[1]?.format as { properties: { name: { enum: string[] } } } | undefined
    expect(format?.properties.name.enum).toContain('write_files_append')
    expect(proposed).toMatchObject([{ tool: 'write_files_append', recoveredFrom: 'structured' }])
  })

  it('arguments under a wrong name are kept; two of them say by themselves which tool takes them', async () => {
    const rename = '{"name": "write_files_rename", "arguments": {"from": "a;b.txt", "to": "ab.txt"}}'
    const { world, proposed } = await replay('rename the file a;b.txt to ab.txt', rename, 'Done.')
    expect(world.ran).toEqual(['write_files_move'])
    expect(proposed).toMatchObject([{ args: { from: 'a;b.txt', to: 'ab.txt' }, recoveredFrom: 'structured' }])

    const remote = '{"name": "git_remote", "arguments": {"folder": "forum"}}'
    const bare = '{"name": "git_remotes", "arguments": {}}'
    const other = await replay('where does the repository forum push to', remote, bare, 'To example.org.')
    expect(other.proposed).toMatchObject([{ tool: 'git_remotes', args: { folder: 'forum' } }])
  })

  it('the tool that should have come first, named in words after a call that failed: it is called by grammar', async () => {
    const asked = 'find the file budget.ods and tell me when it was last changed'
    const guess = '{"name": "files_info", "arguments": {"path": "budget.ods"}}'
    const explains =
      'The command failed because there is no file named budget.ods. If you want to know how to find a file by name, use the "files_find" tool.'
    const forced = '{"name": "files_find", "arguments": {"name": "budget.ods"}}'
    const world = makeWorld([guess, explains, forced, 'It is papers/budget.ods.'].map((content) => answer({ content })))
    const { runCall } = world.ports
    world.ports.runCall = async (call) => {
      const told = await runCall(call)
      return call.tool === 'files_info' ? { text: 'error: exit code 1', failed: true } : told
    }
    const proposed = keepProposed(world)
    await runTurn(
      makeInput({ style: 'compact', tools: toOllamaTools(tools), contextLength: 16_384, text: asked }),
      world.ports,
    )
    expect(proposed).toMatchObject([{ tool: 'files_info' }, { tool: 'files_find', recoveredFrom: 'structured' }])
  })

  it('a name that lacks one word of the only tool that takes its arguments: that tool is called', async () => {
    const wrong = '{"name": "git_new_branch", "arguments": {"name": "feature/login"}}'
    const { proposed } = await replay('start a new branch called feature/login', wrong, 'Done.')
    expect(proposed).toMatchObject([
      { tool: 'git_commit_new_branch', args: { name: 'feature/login' }, recoveredFrom: 'structured' },
    ])
    const look = await replay(
      'is there a keys folder in my-secrets.zip',
      '{"name": "zip_list", "arguments": {"file": "my-secrets.zip"}}',
      'There is none.',
    )
    expect(look.proposed).toMatchObject([{ tool: 'archive_list_zip' }])
  })

  it('arguments that the tool refuses and its sibling takes: the sibling is called with them', async () => {
    const zip = '{"name": "archive_create_zip", "arguments": {"source": "site", "archive": "site.tar.gz"}}'
    const { proposed } = await replay('pack the folder site into site.tar.gz', zip, 'Done.')
    expect(proposed.at(-1)).toMatchObject({
      ...{ tool: 'archive_create', args: { source: 'site', archive: 'site.tar.gz' } },
      recoveredFrom: 'structured',
    })
  })

  it('arguments of another tool, which fits the request: that tool is called', async () => {
    const find = '{"name": "files_find", "arguments": {"text": "$(whoami)", "path": "scripts"}}'
    const { proposed } = await replay('search the folder scripts for the text $(whoami)', find, 'Nothing.')
    expect(proposed).toMatchObject([{ tool: 'search_text_find', recoveredFrom: 'structured' }])
  })

  it('a switch that the tool does not have: it is left out, and the tool runs', async () => {
    const list = '{"name": "github_pr_list", "arguments": {"all": true}}'
    const { proposed } = await replay('any open PRs on github', list, 'There are none.')
    expect(proposed).toMatchObject([{ tool: 'github_pr_list', args: {}, recoveredFrom: 'structured' }])
  })

  it('a number of the request that the call leaves out: the same tool is called with it', async () => {
    const tail = '{"name": "files_tail", "arguments": {"path": "error.log"}}'
    const whole = '{"name": "files_tail", "arguments": {"path": "error.log", "lines": 12}}'
    const { world, proposed } = await replay('read me the last 12 lines of error.log', tail, whole, 'It is full.')
    expect(world.requests[1]?.messages.at(-1)?.content).toContain('The request also says 12.')
    expect(proposed).toMatchObject([{ tool: 'files_tail', args: { lines: 12 }, recoveredFrom: 'structured' }])
  })

  it('a commit that the call leaves out: only tools that take a commit can be chosen', async () => {
    const diff = '{"name": "git_diff", "arguments": {"summary": true}}'
    const show = '{"name": "git_show", "arguments": {"commit": "9ab12cd"}}'
    const { world, proposed } = await replay('what did commit 9ab12cd change?', diff, show, 'One line.')
    const offered = JSON.stringify(world.requests[1]?.format)
    expect(offered).toContain('git_show')
    expect(offered).not.toContain('git_diff')
    expect(proposed).toMatchObject([{ tool: 'git_show', args: { commit: '9ab12cd' } }])
  })

  it('a call in a fence counts as a call, even if the model never writes the tags it was taught', async () => {
    const call = '```json\n{"name": "system_uptime", "arguments": {}}\n```'
    const { world, said } = await replay('How long is it up?', call, '12 days.')
    expect({ ran: world.ran, said }).toEqual({ ran: ['system_uptime'], said: '12 days.' })
  })
})

describe('a call that leaves out a value of the request', () => {
  const FIVE = 'just the first 5 lines of data.csv'
  const HEAD = '{"name": "files_head", "arguments": {"path": "data.csv"}}'

  it('is asked for again under a schema that requires the number, and the person is asked about it', async () => {
    const whole = '{"name": "files_head", "arguments": {"path": "data.csv", "lines": 5}}'
    const { world, proposed } = await replay(FIVE, HEAD, whole, 'They are: id,name.')
    expect(world.requests[1]?.messages.at(-1)?.content).toContain(
      'The request also says 5. Write the call that has it.',
    )
    expect(world.requests[1]?.format).toMatchObject({
      properties: { name: { enum: ['files_head'] } },
      anyOf: [{ properties: { arguments: { required: ['path', 'lines'] } } }],
    })
    expect(proposed).toMatchObject([
      { tool: 'files_head', args: { path: 'data.csv', lines: 5 }, recoveredFrom: 'structured' },
    ])
    expect(world.ran).toEqual(['files_head'])
  })

  it.each([
    ['list all closed issues of the repository octo/site', 'github_issue_list', { state: 'closed' }, 'octo/site'],
    ['which pull requests were merged in cli/cli', 'github_pr_list', { state: 'merged' }, 'cli/cli'],
  ])('is asked for again with a name: %s', async (asked, name, args, repository) => {
    const lacks = JSON.stringify({ name, arguments: args })
    const has = JSON.stringify({ name, arguments: { ...args, repository } })
    const { world, proposed } = await replay(asked, lacks, has, 'There are two.')
    expect(world.requests[1]?.messages.at(-1)?.content).toContain(`The request also says ${repository}.`)
    expect(proposed).toMatchObject([{ tool: name, args: { ...args, repository }, recoveredFrom: 'structured' }])
  })

  it('is made as it was if the model leaves the value out again, and is asked for only once in a turn', async () => {
    const { world, proposed, said } = await replay(FIVE, HEAD, HEAD, 'They are: id,name.')
    expect(proposed).toEqual([{ call: expect.any(String), tool: 'files_head', args: { path: 'data.csv' } }])
    expect(world.requests).toHaveLength(3)
    expect(said).toBe('They are: id,name.')
  })

  it('is made beside the other one if each has a value that the other lacks', async () => {
    const asked = 'which pull requests were merged in cli/cli since 2026-01-31'
    const first = '{"name": "github_pr_list", "arguments": {"state": "merged", "search": "2026-01-31"}}'
    const second = '{"name": "github_pr_list", "arguments": {"state": "merged", "repository": "cli/cli"}}'
    const { proposed } = await replay(asked, first, second, 'There are two.')
    expect(proposed.map(({ recoveredFrom }) => recoveredFrom)).toEqual([undefined, 'structured'])
  })
})

describe('a name that the model made up', () => {
  const notesOf = (world: World) =>
    world.facts.flatMap((each) => (each.type === 'message.added' ? (each.notes ?? []).map((note) => textOf(note)) : []))

  it('is left out of the call if it is optional, and the person reads that', async () => {
    const call = '{"name": "github_issue_view", "arguments": {"number": 15, "repository": "example"}}'
    const { world, proposed } = await replay('what does issue 15 say', call, 'It says hello.')
    expect(proposed).toMatchObject([{ tool: 'github_issue_view', args: { number: 15 } }])
    expect(proposed[0]?.recoveredFrom).toBe(undefined)
    expect(notesOf(world)).toContain('Left out repository: nobody mentioned "example".')
  })

  it.each([
    ['Zeig die Commits des Repositorys laden', 'git_log', 'folder', 'load', 'laden'],
    ['Lege einen Ordner namens sicherung an', 'write_files_new_folder', 'path', 'securität', 'sicherung'],
  ])('becomes the word of the request that was translated, and the person is asked: %s', async (asked, ...said) => {
    const [name, param, from, to] = said
    const call = JSON.stringify({ name, arguments: { [param]: from } })
    const { world, proposed } = await replay(asked, call, 'Fertig.')
    expect(proposed).toMatchObject([{ tool: name, args: { [param]: to }, recoveredFrom: 'structured' }])
    expect(notesOf(world)).toContain(`${param} is "${to}" as in the message, not "${from}".`)
  })
})
