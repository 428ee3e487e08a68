import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#main/data-folder/home'
import type { ProgramKind } from '#shared/programs'

/** The command that starts `skillet mcp` from anywhere. */
export function startOf(home: string, root = ROOT) {
  const own = join(root, 'node_modules', '.bin', 'node')
  return {
    command: existsSync(own) ? own : 'node',
    args: [join(root, 'scripts', 'skillet.mjs'), 'mcp', '--home', home],
  }
}

/** The configuration to paste into a program, with the token that pairs it. */
export function writeLines(kind: ProgramKind, { command, args }: ReturnType<typeof startOf>, token: string): string {
  const env = { SKILLET_TOKEN: token }
  const json = (lines: object) => `${JSON.stringify(lines, null, 2)}\n`
  if (kind === 'vscode') return json({ servers: { skillet: { type: 'stdio', command, args, env } } })
  if (kind === 'zed') return json({ context_servers: { skillet: { source: 'custom', command, args, env } } })
  if (kind !== 'goose') return json({ mcpServers: { skillet: { command, args, env } } })
  // JSON is valid YAML.
  const fields = { name: 'skillet', type: 'stdio', enabled: true, cmd: command, args, envs: env, timeout: 1800 }
  const lines = Object.entries(fields).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`)
  return ['extensions:', '  skillet:', ...lines, ''].join('\n')
}

/** For a program that connects to an address. */
export const writeAddress = (url: string, token: string): string =>
  `${JSON.stringify({ mcpServers: { skillet: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } }, null, 2)}\n`
