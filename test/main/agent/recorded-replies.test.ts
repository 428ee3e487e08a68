import { describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { textOf } from '#shared/messages/message'
import { replay, shippedTools } from './replay.ts'
import { answer, keepProposed, makeInput, makeWorld, type World } from './turn-world.ts'

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

  it('a change after the answer to a question was read: it is asked for the answer, and nothing changes', async () => {
    const list = '{"name": "archive_list_zip", "arguments": {"archive": "photos.zip"}}'
    const extract = '{"name": "archive_extract_zip", "arguments": {"archive": "photos.zip", "into": "raw"}}'
    const asked = 'peek in photos.zip, is there a raw folder?'
    const { world, said } = await replay(asked, list, extract, 'There is no raw folder in it.')
    expect({ ran: world.ran, said }).toEqual({ ran: ['archive_list_zip'], said: 'There is no raw folder in it.' })

    const insists = await replay(asked, list, extract, extract)
    expect(insists.world.ran).toEqual(['archive_list_zip', 'archive_extract_zip'])

    const wanted = await replay('can you look in photos.zip and unpack it?', list, extract, 'Done.')
    expect(wanted.world.ran).toEqual(['archive_list_zip', 'archive_extract_zip'])
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
      makeInput({ style: 'compact', tools: toOllamaTools(shippedTools), contextLength: 16_384, text: asked }),
      world.ports,
    )
    expect(proposed).toMatchObject([{ tool: 'files_info' }, { tool: 'files_find', recoveredFrom: 'structured' }])
  })

  it('a call in a fence counts as a call, even if the model never writes the tags it was taught', async () => {
    const call = '```json\n{"name": "system_uptime", "arguments": {}}\n```'
    const { world, said } = await replay('How long is it up?', call, '12 days.')
    expect({ ran: world.ran, said }).toEqual({ ran: ['system_uptime'], said: '12 days.' })
  })
})

describe('a call that leaves out a value of the request', () => {
  const FIVE = 'open data.csv, i only need 5 of its lines'
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
    [
      'which pull requests were merged in cli/cli since 2026-01-31',
      'github_pr_list',
      { state: 'merged', search: '2026-01-31' },
      'cli/cli',
    ],
  ])('gets the only repository without a question: %s', async (asked, name, args, repository) => {
    const { world, proposed } = await replay(asked, JSON.stringify({ name, arguments: args }), 'There are two.')
    expect(world.requests).toHaveLength(2)
    expect(proposed).toMatchObject([{ tool: name, args: { ...args, repository }, recoveredFrom: 'structured' }])
  })

  it('is made as it was if the model leaves the value out again, and is asked for only once in a turn', async () => {
    const { world, proposed, said } = await replay(FIVE, HEAD, HEAD, 'They are: id,name.')
    expect(proposed).toEqual([{ call: expect.any(String), tool: 'files_head', args: { path: 'data.csv' } }])
    expect(world.requests).toHaveLength(3)
    expect(said).toBe('They are: id,name.')
  })

  it('is made beside the other one if each has a value that the other lacks', async () => {
    const first = '{"name": "files_head", "arguments": {"path": "a.csv"}}'
    const second = '{"name": "files_tail", "arguments": {"path": "b.csv"}}'
    const { proposed } = await replay('show the first lines of a.csv and the end of b.csv', first, second, 'Here.')
    expect(proposed.map(({ recoveredFrom }) => recoveredFrom)).toEqual([undefined, 'structured'])
  })
})

it('arguments that do not fit are written again under the schema of the tool, after the reason', async () => {
  const wrong = '{"name": "files_head", "arguments": {"path": "data.csv", "lines": "all"}}'
  const right = '{"name": "files_head", "arguments": {"path": "data.csv", "lines": 10}}'
  const { world, proposed, said } = await replay('show me the top of data.csv', wrong, right, 'It starts with id,name.')
  const [, again] = world.requests
  expect(again?.messages.map(({ content }) => content).join('\n')).toMatch(/error: .*lines/)
  expect(again?.format).toMatchObject({ properties: { name: { enum: expect.arrayContaining(['files_head']) } } })
  expect(proposed).toMatchObject([
    { tool: 'files_head', args: { lines: 'all' } },
    { tool: 'files_head', args: { lines: 10 }, recoveredFrom: 'structured' },
  ])
  expect(world.ran).toEqual(['files_head'])
  expect(said).toBe('It starts with id,name.')
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
