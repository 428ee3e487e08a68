import { isIP } from 'node:net'
import { isInnerAddress } from '#main/network/resolve-host'
import { isInnerName } from '#shared/call/web-address'

/** Whether it is on this computer or a local network, as far as that can be known without looking up its name. */
export function isInnerOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isInnerName(host) : isInnerAddress(host)
}
