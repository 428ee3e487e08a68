import { hash } from 'node:crypto'
import type { Holder } from '#main/secrets/key-store'
import type { Fact, FactType } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { ToolConfig } from '#shared/skill/tool-code'

type Records = (request: RecordRequest) => Promise<RecordReply>

const PREFIX = 'config-'

/** The id of the record with a tool's settings. No record that a tool creates gets such an id. */
export const configIdOf = (tool: string): string => PREFIX + hash('sha256', tool).slice(0, 32)
export const isConfigId = (id: string): boolean => id.startsWith(PREFIX)

/** A tool's saved settings; null if there are none. */
export async function readConfig(records: Records, { name }: Pick<Holder, 'name'>): Promise<ToolConfig | null> {
  const reply = await records({ do: 'get', id: configIdOf(name) })
  if (!reply.ok || !('record' in reply)) return null
  const { id, version, context } = reply.record
  return { id, version, values: isObject(context.config ?? null) ? (context.config as JsonObject) : {} }
}

/** The tool reads `config` of the record that its input names as `config_id`. False if no more records are kept. */
export async function writeConfig(records: Records, holder: string, values: JsonObject): Promise<boolean> {
  const [, tool = holder] = holder.split('/')
  const draft = {
    ...{ schema_name: 'tool.config.v1', title: `Settings of ${tool}`, tags: ['tool:config', `tool:${tool}`] },
    context: { tool, tool_name: tool, config: values },
  }
  const before = await readConfig(records, { name: holder })
  const reply = before
    ? await records({ do: 'update', id: before.id, version: before.version, changes: draft })
    : await records({ do: 'create', id: configIdOf(holder), draft, by: 'Skillet' })
  // Saved twice at the same time: the later one counts.
  return reply.ok || reply.why === 'full' ? reply.ok : writeConfig(records, holder, values)
}

export const HOST_FACTS: FactType[] = ['host.granted', 'host.revoked']

/**
 * Which tool may reach which host on this computer or the local network, folded from facts. A grant covers one version
 * of a tool.
 */
export function makeHostGrants() {
  const granted = new Map<string, Map<string, string>>()
  return {
    take(fact: Fact): void {
      if (fact.type === 'host.granted') {
        const hosts = granted.get(fact.tool) ?? new Map<string, string>()
        granted.set(fact.tool, hosts.set(fact.host, fact.spec))
      }
      if (fact.type === 'host.revoked') granted.get(fact.tool)?.delete(fact.host)
      // A salvaged record may lack decisions.
      if (fact.type === 'ledger.salvaged') granted.clear()
    },
    of: ({ name, spec }: Holder): string[] =>
      [...(granted.get(name) ?? [])].flatMap(([host, grantedTo]) => (grantedTo === spec ? [host] : [])),
  }
}
