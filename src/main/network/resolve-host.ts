import { lookup as lookUpName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type Message, message } from '#shared/messages/message'
import { isInnerAddress } from './inner-address.ts'

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
  if (inner) return { ok: false, message: message('host-inner', { host, address: inner.address }) }
  return { ok: true, addresses: found }
}

async function findAddresses(host: string, lookup: Lookup, signal: AbortSignal): Promise<ResolvedAddress[]> {
  signal.throwIfAborted()
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([lookup(host).catch(() => []), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Connects to the addresses that were checked, without another lookup. */
export function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, answer) => {
    if (options.all) answer(null, [...addresses])
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
}
