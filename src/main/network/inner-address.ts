import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

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
