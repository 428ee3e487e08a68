import { holderOf } from '#main/calls/callable'
import type { Machine } from '#main/calls/machine'
import { prepareServer, type ServerStart } from '#main/runners/mcp/mcp-runner'
import type { ServerCall } from '#main/runners/mcp/server-port'
import type { Message } from '#shared/messages/message'
import type { McpServer } from '#shared/skill/mcp-server'

export interface PreparePorts {
  machine: Machine
}

type Prepared = { ok: true; start: ServerStart; secret: ServerCall['secret'] } | { ok: false; message: Message }

/** For a server that a person starts directly. It receives the secrets granted to `reviewed`. */
export async function prepareForPerson(
  server: McpServer,
  dir: string,
  { machine }: PreparePorts,
  reviewed = server,
): Promise<Prepared> {
  const holder = holderOf(reviewed)
  const secretVersion = (secret: string) => machine.secrets.version(secret, holder)
  const prepared = await prepareServer(server, dir, { ...machine.forCall(), secretVersion })
  if (!prepared.ok) return { ok: false, message: prepared.error.message }
  return { ok: true, start: prepared, secret: (name) => machine.secrets.use(name, holder) }
}
