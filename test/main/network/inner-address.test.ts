import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isInnerAddress, listOwnNetworks } from '#main/network/resolve-host'

const INNER = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
  ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1'],
  ...['192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8', '64:ff9b::8.8.8.8'],
  ...['64:ff9b::a00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:53aa:64c::1', '2001:2::1', '2001:10::1'],
  ...['2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1'],
  ...['fe80::1%eth0', 'fec0::1', 'ff02::1', 'ff0e::1', '4000::1', 'example.org', '127.1', '', '0x7f.0.0.1'],
]
const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.1', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.1', '192.167.255.255', '198.17.0.1'],
  ...['198.20.0.1', '223.255.255.255', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '2003::1', '3ffe::1'],
]

describe('inner addresses', () => {
  const nothing = new BlockList()

  it.each(INNER)('%j leads to this computer, to a network around it or nowhere', (address) => {
    expect(isInnerAddress(address, nothing)).toBe(true)
  })

  it.each(PUBLIC)('%s is on the public internet', (address) => {
    expect(isInnerAddress(address, nothing)).toBe(false)
  })

  it('include the networks of this computer, whatever range they are in', () => {
    const card = { netmask: '', mac: '', internal: false }
    const own = listOwnNetworks({
      eth0: [
        { ...card, family: 'IPv4', address: '81.2.69.160', cidr: '81.2.69.160/24' },
        { ...card, family: 'IPv6', address: '2a00:1450::5', cidr: '2a00:1450::5/64', scopeid: 0 },
        { ...card, family: 'IPv4', address: '9.9.9.9', cidr: '9.9.9.9/1' },
      ],
      eth1: undefined,
    })
    expect(isInnerAddress('81.2.69.7', own)).toBe(true)
    expect(isInnerAddress('2a00:1450::77', own)).toBe(true)
    expect(isInnerAddress('81.2.70.7', own)).toBe(false)
    expect(isInnerAddress('9.9.9.10', own)).toBe(false)
  })
})
