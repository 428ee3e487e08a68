import { isIP } from 'node:net'
import { isInnerAddress } from '#main/network/resolve-host'

/** A name that nobody on the internet can own. */
const INNER_NAME = /^(?:[^.]*|.*\.(?:localhost|local|lan|home|internal|intranet|corp|home\.arpa))$/

/** Whether it is on this computer or a local network, as far as that can be known without looking up its name. */
export function isInnerOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? INNER_NAME.test(host) : isInnerAddress(host)
}
