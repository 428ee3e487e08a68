import { describe, expect, it } from 'vitest'
import { hashListed, nameForModel, readMcp, readSecrets } from '#main/formats/mcp/read-mcp'
import { textOf } from '#shared/messages/message'
import { anyChecks } from '#test/main/formats/descriptors'

function read(mcp: unknown, list?: unknown) {
  const file = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)), sha256: 'sha256' })
  const files = new Map([['mcp.json', file(mcp)]])
  if (list !== undefined) files.set('mcp-tools.json', file(list))
  const reading = readMcp({ skill: 'sample', files, scripts: new Set() }, anyChecks)
  if (!reading) throw new Error('this folder has an mcp.json')
  return reading
}

/** As a place for a secret is written. */
const held = (name: string) => ['$', '{', name, '}'].join('')

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } }

describe('a file mcp.json', () => {
  it('names servers to start, and what each is given', () => {
    const { servers, diagnostics } = read({
      mcpServers: {
        github: {
          command: 'npx',
          args: ['-y', '@example/server'],
          env: { TOKEN: held('input:github-token'), MODE: 'read' },
          folders: ['/srv/data'],
          network: true,
        },
      },
    })
    const env = [
      { name: 'TOKEN', value: [{ secret: 'github-token' }] },
      { name: 'MODE', value: [{ text: 'read' }] },
    ]
    const start = { kind: 'command', command: 'npx', args: ['-y', '@example/server'], env }
    expect(servers).toEqual([
      { skill: 'sample', name: 'github', start: { ...start, folders: ['/srv/data'], network: true } },
    ])
    expect(diagnostics.map(({ code }) => code)).toEqual(['SERVER_NOT_LISTED'])
  })

  it('names servers by address, and under the key that other programs use', () => {
    const { servers } = read({
      servers: {
        far: {
          type: 'http',
          url: 'https://mcp.example.org/mcp',
          headers: { Authorization: `Bearer ${held('env:KEY')}` },
        },
      },
    })
    const headers = [{ name: 'Authorization', value: [{ text: 'Bearer ' }, { secret: 'KEY' }] }]
    expect(servers?.map(({ start }) => start)).toEqual([
      { kind: 'address', url: 'https://mcp.example.org/mcp', headers },
    ])
  })

  it.each([
    ['neither command nor url', {}, 'command or a url'],
    ['both', { command: 'a', url: 'https://a.example/' }, 'command or a url'],
    ['an address with a password', { url: 'https://me:secret@a.example/' }, 'user name or password'],
    ['another scheme', { url: 'file:///etc/passwd' }, 'must begin with'],
    ['a secret in an argument', { command: 'a', args: [`--key=${held('env:KEY')}`] }, 'every program'],
    ['a folder that depends on where one stands', { command: 'a', folders: ['data'] }, 'absolute path'],
    ['a name of a variable with a newline', { command: 'a', env: { 'A\nB': 'x' } }, 'cannot be used as a name'],
    ['a command that is no text', { command: ['npx'] }, 'string'],
    ['a header with a colon', { url: 'https://a.example/', headers: { 'a:b': 'c' } }, 'cannot be used as a name'],
  ])('refuses a server with %s', (_title, server, said) => {
    const { servers, diagnostics } = read({ mcpServers: { bad: server, good: { command: 'a' } } })
    expect(servers?.map(({ name }) => name)).toEqual(['good'])
    expect(diagnostics.map((each) => textOf(each.message)).join('\n')).toContain(said)
  })

  it('leaves out a server that is switched off, and one whose name is a path', () => {
    const { servers } = read({
      mcpServers: { off: { command: 'a', disabled: true }, '../up': { command: 'a' }, __proto__x: { command: 'a' } },
    })
    expect(servers).toEqual([])
  })
})

describe('the list of a server’s tools', () => {
  const mcp = { mcpServers: { a: { command: 'x' }, b: { command: 'x' } } }

  it('becomes tools with the server’s name in front, so that none hides another', () => {
    const outputSchema = { type: 'object', required: ['found'] }
    const tools = [{ name: 'search', description: 'Searches.', inputSchema, outputSchema }]
    const reading = read(mcp, { a: { tools, instructions: 'Search first.' }, b: { tools } })
    expect(reading.tools.map(({ id, modelName }) => [id, modelName])).toEqual([
      ['sample/a_search', 'a_search'],
      ['sample/b_search', 'b_search'],
    ])
    expect(reading.tools[0]).toMatchObject({
      ...{ description: 'Searches.', params: inputSchema, output: outputSchema, format: 'mcp' },
      runtime: { kind: 'mcp', tool: 'search', server: { name: 'a' } },
    })
    expect(reading.page).toEqual({ description: 'Tools from a, b', body: 'Search first.' })
  })

  it('offers nothing from a server that the folder does not name', () => {
    expect(read(mcp, { other: { tools: [{ name: 'x', inputSchema }] } }).tools).toEqual([])
  })

  it('names the variable whose value is not a text', () => {
    const { diagnostics } = read({ mcpServers: { a: { command: 'a', env: { TOKEN: ['x'] } } } })
    expect(diagnostics.map(({ path }) => path)).toContain('mcpServers.a.env.TOKEN')
  })

  it('withholds a tool without a schema, and keeps the rest', () => {
    const reading = read(mcp, { a: { tools: [{ name: 'bare' }, { name: 'good', inputSchema }] }, b: { tools: 'none' } })
    expect(reading.tools.map(({ name }) => name)).toEqual(['a_good'])
    expect(reading.withheld).toMatchObject([{ name: 'bare', diagnostic: { code: 'FIELD_TYPE' } }])
  })

  it('says how many of its tools are left out because there are too many', () => {
    const tools = Array.from({ length: 300 }, (_each, at) => ({ name: `t${at}`, inputSchema }))
    const reading = read(mcp, { a: { tools }, b: { tools: [] } })
    expect(reading.tools).toHaveLength(256)
    const said = reading.diagnostics.filter(({ code }) => code === 'TOO_MANY_TOOLS')
    expect(said.map((each) => textOf(each.message))).toEqual([expect.stringMatching(/300 tools.*first 256/)])
  })

  it('says the same of its prompts and resources', () => {
    const prompts = Array.from({ length: 300 }, (_each, at) => ({ name: `p${at}` }))
    const resources = Array.from({ length: 256 }, (_each, at) => ({ uri: `r:${at}` }))
    const { offers, diagnostics } = read(mcp, { a: { tools: [], prompts, resources }, b: { tools: [] } })
    expect(offers?.map((each) => [each.prompts.length, each.resources.length])).toEqual([[256, 256]])
    const said = diagnostics.filter(({ code }) => code === 'TOO_MANY_TOOLS').map(({ message }) => textOf(message))
    expect(said).toEqual(['The list of prompts of the server "a" has 300 entries; only the first 256 can be used.'])
  })
})

it('hashes everything a server says about a tool, in any order', () => {
  const tool = { name: 'a', description: 'b', inputSchema, annotations: { readOnlyHint: true } }
  const others = [
    ...[
      { ...tool, name: 'c' },
      { ...tool, description: 'c' },
      { ...tool, inputSchema: {} },
    ],
    ...[
      { ...tool, annotations: {} },
      { ...tool, title: 'T' },
      { ...tool, outputSchema: {} },
    ],
  ]
  expect(new Set([tool, ...others].map(hashListed)).size).toBe(7)
  expect(hashListed({ annotations: { readOnlyHint: true }, inputSchema, description: 'b', name: 'a' })).toBe(
    hashListed(tool),
  )
})

it('gives a model no character that a name must not have', () => {
  expect(nameForModel('my.server', 'files/read it')).toBe('my_server_files_read_it')
  expect(nameForModel('github', 'github_search')).toBe('github_search')
})

it('finds secrets by their placeholders and nothing else', () => {
  expect(readSecrets(`${held('secret:a')}${held('HOME')} $b`)).toEqual([
    { secret: 'a' },
    { text: `${held('HOME')} $b` },
  ])
})
