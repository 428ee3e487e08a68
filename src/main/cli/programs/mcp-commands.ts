import type { Description } from '#main/cli/commands'

export const MCP_COMMANDS: Readonly<Record<string, Description>> = {
  mcp: {
    summary: 'serves the tools of trusted skills to another program, by the Model Context Protocol',
    about: [
      'Started by a program that was paired in the window, under Other programs, with its SKILLET_TOKEN.',
      'While Skillet is open it asks there about each call. Otherwise it runs only what a rule for that program allows.',
      'With --http it listens at an address of this computer, for a program that sends the same token with each request.',
    ].join('\n'),
    options: ['folder', 'http', 'port'],
    example: ['skillet mcp', '(JSON-RPC on standard input and output)'],
    endsItself: true,
    load: async () => (await import('./mcp.ts')).mcp,
  },
  'mcp status': {
    summary: 'lists the MCP servers of the skills, and whether their tools can be used',
    about: 'Starts none of them. A server starts with the first call of one of its tools.',
    example: ['skillet mcp status', 'files  ready  12 tools  of my-notes'],
    load: async () => (await import('./mcp-servers.ts')).mcpStatus,
  },
  'mcp call SERVER TOOL': {
    summary: 'calls a tool of an MCP server, by the name that the server gives it',
    about:
      'The same as "skillet run": it asks if needed, and records the call. SERVER is the name of a server, or SKILL/SERVER.',
    options: ['args', 'folder', 'yes', 'timeout'],
    example: ['skillet mcp call files list_directory --args \'{"path": "."}\'', '[FILE] README.md'],
    endsItself: true,
    load: async () => (await import('./mcp-servers.ts')).mcpCall,
  },
}
