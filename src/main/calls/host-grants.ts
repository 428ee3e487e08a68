import type { Holder } from '#main/secrets/key-store'
import type { Fact, FactType } from '#shared/facts'

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
