import { hash } from 'node:crypto'
import type { Holder } from '#main/secrets/key-store'
import { isObject, type JsonObject } from '#shared/json'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { ToolConfig } from '#shared/skill/tool-code'

type Records = (request: RecordRequest) => Promise<RecordReply>

const PREFIX = 'config-'

/** Of the one record with the settings of a tool. A record that a tool makes never gets such an id. */
export const configIdOf = (tool: string): string => PREFIX + hash('sha256', tool).slice(0, 32)
export const isConfigId = (id: string): boolean => id.startsWith(PREFIX)

/** What a person filled into the form of the tool; null where nothing was. */
export async function readConfig(records: Records, { name }: Pick<Holder, 'name'>): Promise<ToolConfig | null> {
  const reply = await records({ do: 'get', id: configIdOf(name) })
  if (!reply.ok || !('record' in reply)) return null
  const { id, version, context } = reply.record
  return { id, version, values: isObject(context.config ?? null) ? (context.config as JsonObject) : {} }
}

/** As the document has it: the tool reads `config` of the record that `config_id` of its input names. */
export async function writeConfig(records: Records, holder: string, values: JsonObject): Promise<void> {
  const [, tool = holder] = holder.split('/')
  const draft = {
    ...{ schema_name: 'tool.config.v1', title: `Settings of ${tool}`, tags: ['tool:config', `tool:${tool}`] },
    context: { tool, tool_name: tool, config: values },
  }
  const before = await readConfig(records, { name: holder })
  if (before) await records({ do: 'update', id: before.id, version: before.version, changes: draft })
  else await records({ do: 'create', id: configIdOf(holder), draft, by: 'Skillet' })
}
