import { type Message, message } from '#shared/messages/message'
import { hasUnseen } from '#shared/visible'

/** An address that can be read in only one way: what is shown is what is connected to. */
export interface WebAddress {
  /** Normalized, without a fragment. */
  href: string
  origin: string
  /** A name in ASCII letters, or an IP address without brackets. */
  host: string
  port: number
  /** Path and query. */
  path: string
}

export type ReadAddress = { ok: true; address: WebAddress } | { ok: false; message: Message }

const LONGEST_ADDRESS = 8_192
const PARTS = /^(https?):\/\/([^/?#]*)/i
const AUTHORITY = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/
const PORT = /^[1-9]\d{0,4}$/
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const IPV6 = /^\[[0-9a-f:.]+\]$/i
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/** Refuses every spelling that two programs could read as different hosts. */
export function readWebAddress(text: string): ReadAddress {
  if (text.length > LONGEST_ADDRESS) return refuse(message('address-too-long', { most: LONGEST_ADDRESS }))
  if (!text.isWellFormed() || hasUnseen(text) || text.includes(' ')) return refuse(message('address-unseen'))
  if (text.includes('\\')) return refuse(message('address-backslash'))
  const parts = PARTS.exec(text)
  if (!parts) return refuse(message('address-scheme'))
  const [, , authority = ''] = parts
  if (authority.includes('@')) return refuse(message('address-user'))
  const [, host = '', port] = AUTHORITY.exec(authority) ?? []
  if (port !== undefined && !(PORT.test(port) && Number(port) < 65_536)) {
    return refuse(message('address-port', { port }))
  }
  const problem = findHostProblem(host)
  if (problem !== null) return refuse(problem)
  const url = URL.parse(text)
  // Other scripts may turn into a number or into a name that nobody can own.
  if (url === null || !isPlainHost(url.hostname) || (ENDS_IN_NUMBER.test(url.hostname) && url.hostname !== host)) {
    return refuse(message('address-host', { host }))
  }
  url.hash = ''
  const { origin, hostname } = url
  const href = url.href.replace(/#$/, '')
  return {
    ok: true,
    address: {
      href,
      origin,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      path: href.slice(origin.length),
    },
  }
}

function findHostProblem(host: string): Message | null {
  if (host === '') return message('address-no-host')
  if (host.startsWith('[')) return IPV6.test(host) ? null : message('address-ipv6', { host })
  if (ENDS_IN_NUMBER.test(host)) return IPV4.test(host) ? null : message('address-ipv4', { host })
  if (host.endsWith('.')) return message('address-dot', { host })
  return host.includes('%') ? message('address-host', { host }) : null
}

function isPlainHost(hostname: string): boolean {
  return hostname.startsWith('[') || IPV4.test(hostname) || NAME.test(hostname)
}

const refuse = (why: Message): ReadAddress => ({ ok: false, message: why })

const INNER_NAME = /^(?:[^.]*|.*\.(?:localhost|local|lan|home|internal|intranet|corp|home\.arpa))$/

/** Nobody on the internet can own such a name. */
export const isInnerName = (host: string): boolean => INNER_NAME.test(host)
