import { beforeAll, describe, expect, it } from 'vitest'
import type { CallAnswer } from '#main/agent/ports'
import { runTurn } from '#main/agent/turn'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { MessageAdded } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import type { ToolDefinition } from '#shared/model/model'
import { loadShipped } from '#test/skills/shipped'
import { answer, keepProposed, makeInput, makeWorld, type World } from './turn-world.ts'

let tools: ToolDefinition[]
beforeAll(async () => {
  tools = toOllamaTools((await loadShipped()).flatMap((skill) => skill.tools))
})

const MISSING = 'error: exit code 1\nError response from daemon: No such container: crashed_container'
const missing: CallAnswer = { text: MISSING, failed: true }

/** A turn with what Qwen2.5-Coder-1.5B wrote, and what the tools would print. */
async function replay(text: string, outputs: Record<string, (string | CallAnswer)[]>, ...replies: string[]) {
  const world = makeWorld(replies.map((content) => answer({ content })))
  world.ports.runCall = async ({ tool }) => {
    world.ran.push(tool)
    const next = outputs[tool]?.shift() ?? '(no output)'
    return typeof next === 'string' ? { text: next } : next
  }
  const proposed = keepProposed(world)
  const reason = await runTurn(makeInput({ style: 'compact', tools, contextLength: 16_384, text }), world.ports)
  return { world, proposed, reason, said: messagesOf(world).at(-1)?.content }
}

const messagesOf = ({ facts }: World) =>
  facts.filter((each): each is MessageAdded & typeof each => each.type === 'message.added' && each.role === 'assistant')

const formatOf = ({ requests }: World, at: number) =>
  requests[at]?.format as { properties: { name: { enum: string[] } } } | undefined

describe('a plan whose second call needs the result of the first', () => {
  const request = 'find the file budget.ods and tell me when it was last changed'
  const find = '{"name": "files_find", "arguments": {"name": "budget.ods"}}'
  const plan = `${find}\n{"name": "files_info", "arguments": {"path": "<result 1>"}}`
  const filled = '{"name": "files_info", "arguments": {"path": "papers/2024/budget.ods"}}'

  it('runs the first, fills in the second by the schema of its tool, and always asks about it', async () => {
    const outputs = { files_find: ['./papers/2024/budget.ods'], files_info: ['Modify: 2026-02-01 10:00:00'] }
    const { world, proposed, said } = await replay(request, outputs, plan, filled, 'On 2026-02-01.')
    expect(proposed).toMatchObject([
      { tool: 'files_find', args: { name: 'budget.ods' } },
      { tool: 'files_info', args: { path: 'papers/2024/budget.ods' }, recoveredFrom: 'structured' },
    ])
    expect(proposed[0]).not.toHaveProperty('recoveredFrom')
    expect(formatOf(world, 1)?.properties.name.enum).toEqual(['files_info'])
    expect(said).toBe('On 2026-02-01.')
  })

  it('keeps the beginning of every request, and the record says that a call waits for a result', async () => {
    const outputs = { files_find: ['./papers/2024/budget.ods'], files_info: ['Modify: 2026-02-01 10:00:00'] }
    const { world } = await replay(request, outputs, plan, filled, 'On 2026-02-01.')
    const [first, second, third] = world.requests
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages)
    expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages)
    const [planned] = messagesOf(world)
    expect(planned).toMatchObject({ written: plan, calls: [{ tool: 'files_find' }] })
    expect(planned?.notes?.map((note) => textOf(note))).toEqual([
      'files_info will follow once a result gives its values.',
    ])
  })

  it('is understood without quotation marks around a number that is not known yet', async () => {
    const asked = 'is firefox running? if it is, tell me how long already'
    const written =
      '{"name": "system_find_process", "arguments": {"name": "firefox"}}\n{"name": "system_process", "arguments": {"pid": <process_number>}}'
    const process = '{"name": "system_process", "arguments": {"pid": 4711}}'
    const outputs = { system_find_process: ['4711 firefox'], system_process: ['4711 1 sam 02:10:11 firefox'] }
    const { proposed, said } = await replay(asked, outputs, written, process, 'Since 02:10:11.')
    expect(proposed).toMatchObject([
      { tool: 'system_find_process' },
      { tool: 'system_process', args: { pid: 4711 }, recoveredFrom: 'structured' },
    ])
    expect(said).toBe('Since 02:10:11.')
  })

  it('looks up first what nothing has told yet, with a tool that does not need it', async () => {
    const asked = 'one of my containers has crashed. find out which one and show me its logs'
    const open = '{"name": "docker_logs", "arguments": {"container": "<crashed container name>"}}'
    const list = '{"name": "docker_containers", "arguments": {"all": true}}'
    const logs = '{"name": "docker_logs", "arguments": {"container": "api-1"}}'
    const outputs = { docker_containers: ['web  Up\napi-1  Exited (1)'], docker_logs: ['Error: no database'] }
    const { world, proposed } = await replay(asked, outputs, open, list, logs, 'api-1 has no database.')
    expect(world.ran).toEqual(['docker_containers', 'docker_logs'])
    expect(proposed).toMatchObject([
      { tool: 'docker_containers', recoveredFrom: 'structured' },
      { tool: 'docker_logs', args: { container: 'api-1' }, recoveredFrom: 'structured' },
    ])
    const lookups = formatOf(world, 1)?.properties.name.enum ?? []
    expect(lookups).toContain('docker_containers')
    expect(lookups).not.toContain('docker_inspect')
  })

  it('ends in words if nothing can tell the value', async () => {
    const words = 'No file has that name.'
    const { world, reason, said } = await replay(request, { files_find: ['(no output)'] }, plan, words)
    expect({ ran: world.ran, reason, said }).toEqual({ ran: ['files_find'], reason: 'answered', said: words })
  })

  it('ends in words if the value it fills in is in no result', async () => {
    const outputs = { files_find: ['./papers/2024/budget.ods'] }
    const invented = '{"name": "files_info", "arguments": {"path": "example.txt"}}'
    const { world, said } = await replay(request, outputs, plan, invented, 'It is in papers/2024.')
    expect(world.ran).toEqual(['files_find'])
    expect(said).toBe('It is in papers/2024.')
  })

  it('ends in words if nothing comes before it and nothing can be looked up', async () => {
    const open = '{"name": "files_info", "arguments": {"path": "<result 1>"}}'
    const { world, reason, said } = await replay('When was it changed?', {}, open, '{}', 'Which file?')
    expect({ ran: world.ran, reason, said }).toEqual({ ran: [], reason: 'answered', said: 'Which file?' })
  })

  it('is no plan if the person typed what looks like a value to come', async () => {
    const search = '{"name": "search_text_find", "arguments": {"text": "<title>"}}'
    const { proposed } = await replay('search for <title> here', {}, search, 'Nothing.')
    expect(proposed).toMatchObject([{ tool: 'search_text_find', args: { text: '<title>' } }])
  })
})

describe('a guessed name that is not there', () => {
  it('is filled in from the result of another call of the same message', async () => {
    const asked = 'see which tables shop.db has and count the rows of the one with the orders'
    const both =
      '{"name": "sqlite_tables", "arguments": {"database": "shop.db"}}\n{"name": "sqlite_query", "arguments": {"database": "shop.db", "sql": "SELECT COUNT(*) FROM orders"}}'
    const right =
      '{"name": "sqlite_query", "arguments": {"database": "shop.db", "sql": "SELECT COUNT(*) FROM customer_order"}}'
    const outputs = {
      sqlite_tables: ['type,name\ntable,customer_order'],
      sqlite_query: [{ text: 'error: exit code 1\nError: in prepare, no such table', failed: true as const }, '7'],
    }
    const { proposed, said } = await replay(asked, outputs, both, right, 'It has 7 rows.')
    expect(proposed.map(({ tool, recoveredFrom }) => [tool, recoveredFrom])).toEqual([
      ['sqlite_tables', undefined],
      ['sqlite_query', undefined],
      ['sqlite_query', 'structured'],
    ])
    expect(said).toBe('It has 7 rows.')
  })

  it('is looked up once if no result can tell it, and the answer is in words if that does not help', async () => {
    const asked = 'one of my containers has crashed. find out which one and show me its logs'
    const guess = '{"name": "docker_logs", "arguments": {"container": "crashed_container"}}'
    const list = '{"name": "docker_containers", "arguments": {"all": true}}'
    const logs = '{"name": "docker_logs", "arguments": {"container": "api-1"}}'
    const found = { docker_containers: ['api-1  Exited (1)'], docker_logs: [missing, 'Error: no database'] }
    const { world } = await replay(asked, found, guess, list, logs, 'api-1 has no database.')
    expect(world.ran).toEqual(['docker_logs', 'docker_containers', 'docker_logs'])

    const empty = { docker_containers: ['(no output)'], docker_logs: [missing] }
    const without = await replay(asked, empty, guess, list, 'There is no container.')
    expect({ ran: without.world.ran, said: without.said }).toEqual({
      ran: ['docker_logs', 'docker_containers'],
      said: 'There is no container.',
    })
  })

  it('is not looked up after a failure that another name would not mend, or that the person denied', async () => {
    const read = '{"name": "files_read", "arguments": {"path": "secret.txt"}}'
    const failed: CallAnswer = { text: 'error: exit code 1\nPermission denied', failed: true }
    const { world } = await replay('read secret.txt', { files_read: [failed] }, read, 'It may not be read.')
    expect(world.requests).toHaveLength(2)
    const denied: CallAnswer = { text: 'The user does not want this: no such file', code: 'DECLINED' }
    const other = await replay('read secret.txt', { files_read: [denied] }, read, 'You said no.')
    expect(other.world.requests).toHaveLength(2)
  })
})

describe('a call that is insisted on though its result is there', () => {
  const asked = 'see what the newest file in Downloads is and give me its checksum'
  const list = '{"name": "files_list", "arguments": {"path": "Downloads"}}'
  const sum = (path: string) => `{"name": "files_checksum", "arguments": {"path": "${path}"}}`

  it('leads to a call that takes a value of the result, which is asked about', async () => {
    const outputs = { files_list: ['setup-2.4.iso\nnotes.txt'], files_checksum: ['9f86d081 setup-2.4.iso'] }
    const replies = [list, list, list, sum('Downloads/setup-2.4.iso'), 'It is 9f86d081.']
    const { world, proposed, said } = await replay(asked, outputs, ...replies)
    expect(world.ran).toEqual(['files_list', 'files_checksum'])
    expect(proposed.at(-1)).toMatchObject({
      ...{ tool: 'files_checksum', args: { path: 'Downloads/setup-2.4.iso' }, recoveredFrom: 'structured' },
    })
    const question = world.requests.find(({ messages }) => messages.at(-1)?.content.startsWith('That result is above.'))
    expect(question?.format).toBeDefined()
    expect(said).toBe('It is 9f86d081.')
  })

  it('runs nothing more if the model makes a value up instead', async () => {
    const outputs = { files_list: ['setup-2.4.iso\nnotes.txt'] }
    const replies = [list, list, list, sum('example.ods'), list, 'The newest is setup-2.4.iso.']
    const { world, reason, said } = await replay(asked, outputs, ...replies)
    expect(world.ran).toEqual(['files_list'])
    expect({ reason, said }).toEqual({ reason: 'answered', said: 'The newest is setup-2.4.iso.' })
  })
})
