import { withView } from '#main/calls/open-view'
import { readCall } from '#main/cli/calls/read-call'
import { runCall } from '#main/cli/calls/run'
import { fail } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { alignColumns, countOf, toLine } from '#main/cli/print'
import { nameForModel } from '#main/formats/mcp/read-mcp'
import { joinPath } from '#main/formats/place'
import type { TrustState } from '#main/trust/trust-state'
import { describeServer, type McpServer } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'

export const mcpStatus = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async ({ registry, trust }) => {
    const { paint } = invocation.printer
    const servers = listServers(registry().skills).map(({ skill, server }) => ({
      ...{ skill: skill.name, ...describeServer(server), state: stateOf(skill, server, trust()) },
      tools: toolsOf(skill, server).map(({ runtime }) => runtime.tool),
    }))
    const rows = servers.map(({ name, state, tools, skill }) =>
      [name, state, countOf(tools.length, 'tool'), `of ${skill}`].map(toLine),
    )
    const lines = alignColumns(rows, (cell, column, row) =>
      column === 1 ? paint(servers[row]?.state === 'ready' ? 'green' : 'yellow', cell) : cell,
    )
    return { json: { servers }, lines: [...lines, countOf(servers.length, 'server')] }
  })

/** One call, as `skillet run` makes it. */
export async function mcpCall(invocation: Invocation): Promise<Output> {
  const [server = '', tool = ''] = invocation.words
  const call = readCall(tool, invocation.options)
  const name = await withView(invocation, async ({ registry }) => {
    const named = listServers(registry().skills).filter(
      (each) => each.server.name === server || `${each.skill.name}/${each.server.name}` === server,
    )
    const [found] = named
    if (!found) return fail('USAGE', `no skill has a server ${server}. See: skillet mcp status`)
    if (named.length > 1) {
      const ids = named.map((each) => `${each.skill.name}/${each.server.name}`).join(', ')
      return fail('USAGE', `several skills have a server ${server}. Name one of these: ${ids}.`)
    }
    const offered = toolsOf(found.skill, found.server).find(({ runtime }) => runtime.tool === tool)
    // One that is not offered is refused with its reason, as by `run`.
    const name = offered?.modelName ?? nameForModel(found.server.name, tool)
    const meant = registry().find(name)
    const runtime = meant.ok && meant.skill === found.skill ? meant.tool.runtime : null
    const isMeant = runtime?.kind === 'mcp' && runtime.server.name === found.server.name && runtime.tool === tool
    if (meant.ok && !isMeant) {
      fail('TOOL_UNKNOWN', `${server} of ${found.skill.name} offers no tool ${tool} here. See: skillet check`)
    }
    return name
  })
  return runCall(invocation, { ...call, tool: name })
}

const listServers = (skills: readonly Skill[]) =>
  skills.flatMap((skill) => (skill.servers ?? []).map((server) => ({ skill, server })))

const toolsOf = ({ tools }: Skill, { name }: McpServer) =>
  tools.flatMap(({ modelName, runtime }) =>
    runtime.kind === 'mcp' && runtime.server.name === name ? [{ modelName, runtime }] : [],
  )

/** The state of its skill, or what a trusted one still lacks. */
function stateOf({ name, state, enabled, diagnostics }: Skill, server: McpServer, book: TrustState) {
  if (state !== 'trusted') return state
  if (!enabled) return 'off'
  if (book.get(name)?.signedOut?.has(server.name)) return 'signed-out'
  const path = joinPath('', server.name)
  return diagnostics.some((each) => each.code === 'SERVER_NOT_LISTED' && each.path === path) ? 'not-listed' : 'ready'
}
