import { lookup as lookUpName } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isInnerName } from '#shared/call/web-address'
import { type Message, message } from '#shared/messages/message'
import { orAbort } from '#shared/or-abort'

export interface ResolvedAddress {
  address: string
  family: number
}

export type Lookup = (host: string) => Promise<ResolvedAddress[]>

export type Resolved = { ok: true; addresses: ResolvedAddress[] } | { ok: false; message: Message }

const askSystem: Lookup = (host) => lookUpName(host, { all: true })

/**
 * Resolves a host once. Inner addresses are refused unless a person granted this very host, because a name's owner
 * decides where it leads. Rejects when the signal aborts.
 */
export async function resolveHost(
  host: string,
  { mayBeInner, signal, lookup = askSystem }: { mayBeInner: boolean; signal: AbortSignal; lookup?: Lookup | undefined },
): Promise<Resolved> {
  const found = await findAddresses(host, lookup, signal)
  if (found.length === 0) return { ok: false, message: message('host-unknown', { host }) }
  const inner = mayBeInner ? undefined : found.find(({ address }) => isInnerAddress(address))
  const code = isIP(host) > 0 || isInnerName(host) ? 'host-inner' : 'host-inner-by-name'
  if (inner) return { ok: false, message: message(code, { host, address: inner.address }) }
  return { ok: true, addresses: found }
}

async function findAddresses(host: string, lookup: Lookup, signal: AbortSignal): Promise<ResolvedAddress[]> {
  signal.throwIfAborted()
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const looking = lookup(host).catch(() => [])
  return orAbort(looking, signal)
}

/** Connects to the addresses that were checked, without another lookup. */
export function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, answer) => {
    if (options.all) answer(null, [...addresses])
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
}

const INNER_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]

/** Teredo, documentation, benchmarks and 6to4: the parts of 2000::/3 that are not the public internet. */
const INNER_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** Everything outside it is local, mapped, translated (NAT64) or unassigned. */
const PUBLIC_IPV6 = '2000::/3'
/** A network this wide would be the internet itself. */
const WIDEST_OWN = 8

const inner = toList([...INNER_IPV4, ...INNER_IPV6])
const publicIpv6 = toList([PUBLIC_IPV6])

/** Whether the address is this computer or a local network, not the public internet. */
export function isInnerAddress(address: string, own = listOwnNetworks()): boolean {
  const family = isIP(address)
  // An address with a zone is local; anything else is not an address.
  if (family === 0 || address.includes('%')) return true
  if (family === 6 && !publicIpv6.check(address, 'ipv6')) return true
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  return inner.check(address, kind) || own.check(address, kind)
}

/** The networks this computer is part of, in any range. */
export function listOwnNetworks(interfaces = networkInterfaces()): BlockList {
  const networks = Object.values(interfaces).flatMap((found) => found?.flatMap(({ cidr }) => cidr ?? []) ?? [])
  return toList(networks.filter((cidr) => Number(cidr.split('/')[1]) >= WIDEST_OWN))
}

function toList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
