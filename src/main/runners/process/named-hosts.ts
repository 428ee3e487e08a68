import type { Confinement, PlacedValue } from '#shared/call/plan'
import { readWebAddress } from '#shared/call/web-address'

type Hosts = Required<Pick<Confinement, 'hosts' | 'inner'>>

/** A number, or a name that nobody on the internet can own. */
const INNER = /^[\d.]+$|:|^(?:[^.]*|.*\.(?:localhost|local|lan|home|internal|intranet|corp|home\.arpa))$/
const LIKE_A_HOST = /^[\w.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i

/**
 * The hosts that the values of a call name, each with both schemes, because servers redirect between them. Ambiguous
 * addresses do not count. If there is none, the program chooses.
 */
export function nameHosts(values: readonly Pick<PlacedValue, 'text' | 'wantsUrl'>[]): Hosts {
  const named = values.filter(
    ({ text, wantsUrl }) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (wantsUrl && LIKE_A_HOST.test(text)),
  )
  if (named.length === 0) return { hosts: 'any', inner: [] }
  const addresses = named.flatMap(({ text }) => {
    const read = readWebAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return read.ok ? [read.address] : []
  })
  const origins = addresses.flatMap(({ origin, host }) => {
    const bracketed = host.includes(':') ? `[${host}]` : host
    const isPlain = /^https?:\/\/(?:\[[^\]]*\]|[^:]*)$/.test(origin)
    const both = isPlain ? [`https://${bracketed}`, `http://${bracketed}`] : [origin]
    return both.map((each) => ({ origin: each, isInner: INNER.test(host) }))
  })
  return {
    hosts: [...new Set(origins.map(({ origin }) => origin))],
    inner: [...new Set(origins.flatMap(({ origin, isInner }) => (isInner ? [origin] : [])))],
  }
}
