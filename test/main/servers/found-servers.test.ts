import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { handleServers } from '#main/requests/handle-servers'
import { openShop } from '#test/helpers/installed-skill'
import { keyring } from '#test/helpers/keyring'
import { makeTempDir } from '#test/helpers/temp-dir'

const FILES = {
  '.config/Claude/claude_desktop_config.json': JSON.stringify({
    mcpServers: { far: { command: 'npx', args: ['-y', 'far'], env: { API_KEY: 'sk-123' } } },
  }),
  '.cursor/mcp.json': '{"mcpServers": {"broken": ',
  '.config/Code/User/mcp.json': `{
    // Comments and last commas are usual here.
    "servers": { "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer \${input:key}" } }, },
    /* and "strings // like this" stay whole */
    "inputs": [],
  }`,
  '.lmstudio/mcp.json': '{"mcpServers": {"none": {"note": "no server"}, "odd": 7}}',
  '.config/goose/config.yaml': [
    'extensions:',
    '  developer: { type: builtin, enabled: true }',
    '  git: { type: stdio, cmd: uvx, args: [mcp-server-git], envs: { MODE: fast }, env_keys: [GIT_TOKEN] }',
  ].join('\n'),
}

function fill(files: Record<string, string>) {
  const personHome = makeTempDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(personHome, path)), { recursive: true })
    writeFileSync(join(personHome, path), text)
  }
  return { personHome, env: {}, platform: 'linux' as const }
}

it('finds the servers of other programs without showing a secret, and takes over one of them', async () => {
  const { core, skill, home } = await openShop({}, { keyring })
  const computer = fill(FILES)
  const handlers = handleServers(
    core,
    { openLink: async () => false, confirm: async () => true },
    { hold: () => {} },
    computer,
  )
  const found = await handlers['server.found']({})
  const file = join(computer.personHome, '.config/Claude/claude_desktop_config.json')
  expect(found.ok && found.value.servers).toMatchObject([
    { program: 'Claude Desktop', file, name: 'far', line: 'npx -y far', secrets: ['far.API_KEY'] },
    { program: 'VS Code', name: 'docs', line: 'https://docs.example/mcp', secrets: [] },
    { program: 'goose', name: 'git', line: 'uvx mcp-server-git', secrets: [] },
  ])
  expect(JSON.stringify(found)).not.toContain('sk-123')

  expect(await handlers['server.adopt']({ file, name: 'far' })).toMatchObject({ ok: true, value: { skills: ['far'] } })
  expect(skill('far')).toMatchObject({ state: 'quarantined', tools: [] })
  expect(readFileSync(join(home, 'skills', 'far', 'mcp.json'), 'utf8')).not.toContain('sk-123')
  expect(core.secrets.list()).toMatchObject([{ name: 'far.API_KEY', grants: ['far/far'] }])
  expect(await handlers['server.adopt']({ file, name: 'gone' })).toMatchObject({ error: { code: 'SERVER_UNREADABLE' } })
  expect(await handlers['server.adopt']({ file: join(home, 'skills', 'far', 'mcp.json'), name: 'far' })).toMatchObject({
    error: { code: 'SERVER_UNREADABLE' },
  })
})

it.each([
  ['Cursor', '.cursor/mcp.json', { mcpServers: { near: { command: 'near', args: ['--here'] } } }],
  ['LM Studio', '.lmstudio/mcp.json', { mcpServers: { near: { command: 'near', args: ['--here'] } } }],
  ['goose', '.config/goose/config.yaml', { extensions: { near: { type: 'stdio', cmd: 'near', args: ['--here'] } } }],
])('takes over a server of %s', async (program, path, content) => {
  const { core, skill } = await openShop({}, { keyring })
  const computer = fill({ [path]: JSON.stringify(content) })
  const handlers = handleServers(
    core,
    { openLink: async () => false, confirm: async () => true },
    { hold: () => {} },
    computer,
  )
  const file = join(computer.personHome, path)
  const found = { program, file, name: 'near', line: 'near --here', secrets: [] }
  expect(await handlers['server.found']({})).toEqual({ ok: true, value: { servers: [found] } })
  expect(await handlers['server.adopt']({ file, name: 'near' })).toMatchObject({ value: { skills: ['near'] } })
  expect(skill('near')).toMatchObject({ state: 'quarantined', servers: [{ name: 'near' }] })
})

it('asks for a secret that goose keeps itself', async () => {
  const { core, home } = await openShop({}, { keyring })
  const computer = fill(FILES)
  const handlers = handleServers(
    core,
    { openLink: async () => false, confirm: async () => true },
    { hold: () => {} },
    computer,
  )
  const file = join(computer.personHome, '.config/goose/config.yaml')
  await handlers['server.adopt']({ file, name: 'git' })
  const { env } = JSON.parse(readFileSync(join(home, 'skills', 'git', 'mcp.json'), 'utf8')).mcpServers.git
  expect(env).toEqual({ GIT_TOKEN: ['$', '{secret:git.GIT_TOKEN}'].join(''), MODE: 'fast' })
})

it('finds nothing if a configuration is a link or a bomb', async () => {
  const { core } = await openShop({}, { keyring })
  const computer = fill({
    '.config/goose/config.yaml': 'a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a]\nextensions: [*b, *b, *b, *b, *b, *b]\n',
  })
  mkdirSync(join(computer.personHome, '.cursor'))
  symlinkSync('/dev/zero', join(computer.personHome, '.cursor', 'mcp.json'))
  const handlers = handleServers(
    core,
    { openLink: async () => false, confirm: async () => true },
    { hold: () => {} },
    computer,
  )
  expect(await handlers['server.found']({})).toEqual({ ok: true, value: { servers: [] } })
})
