import { type FieldReader, field, openFields, reportType, take, takeAll } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import type { CodeRuntime } from '#shared/skill/tool'

type Permissions = Pick<CodeRuntime, 'network' | 'store'>

/** Deno's permissions besides the network. A tool in one file gets none of them. */
const NOT_GIVEN = ['read', 'write', 'run', 'env', 'ffi', 'hrtime'] as const
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?::\d{1,5})?$/i

const refuseWish: FieldReader<undefined> = (wish, at) => {
  if (wish === undefined || wish === false || (Array.isArray(wish) && wish.length === 0)) return
  report(at, 'warning', 'FIELD_TYPE', 'permission-not-given', 'remove-it', { name: String(at.key) })
}

/** Null if it is refused. */
const readHosts: FieldReader<Hosts | undefined> = (value, at) => {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 'any' : null
  if (!Array.isArray(value)) return reportType(at, value, message('true-false-or-hosts'))
  const origins = value.flatMap((each, index) => {
    const found = readOrigins(each)
    if (found.length === 0) report(inside(at, index), 'error', 'FIELD_TYPE', 'host-not-plain', 'write-host')
    return found
  })
  return origins.length === 0 ? null : [...new Set(origins)]
}

/** `api.test` means with and without encryption, and so does `api.test:8080`. A full address means exactly that one. */
function readOrigins(value: Json): string[] {
  if (typeof value !== 'string') return []
  if (/^https?:\/\//.test(value)) {
    const url = URL.parse(value)
    return url && url.username === '' && url.password === '' ? [url.origin] : []
  }
  const schemes = HOST.test(value) ? ['https', 'http'] : []
  return schemes.flatMap((scheme) => URL.parse(`${scheme}://${value}`)?.origin ?? [])
}

const readStore: FieldReader<CodeRuntime['store']> = (value, at) =>
  (value === undefined ? null : takeAll(at, value, { read: field.names, write: field.names })) ?? undefined

const PERMISSIONS = {
  ...{ network: readHosts, net: readHosts, breadcrumbs: readStore },
  ...{ read: refuseWish, write: refuseWish, run: refuseWish, env: refuseWish, ffi: refuseWish, hrtime: refuseWish },
}

/** What is not declared is not granted: neither network nor records. */
export const readPermissions: FieldReader<Permissions> = (value, at) => {
  const fields = value === undefined ? null : openFields(at, value, PERMISSIONS)
  if (!fields) return {}
  take(fields, ...NOT_GIVEN)
  const { network, net } = take(fields, 'network', 'net')
  const isTwice = network !== undefined && net !== undefined
  if (isTwice) report(inside(fields, 'net'), 'warning', 'FIELD_TYPE', 'network-twice', 'write-network-once')
  const origins = isTwice ? intersect(network, net) : (network ?? net)
  const { breadcrumbs: store } = take(fields, 'breadcrumbs')
  return { ...(origins && { network: origins }), ...(store && { store }) }
}

type Hosts = readonly string[] | 'any' | null

/** Two names for the same thing. If both are used, only what both allow is granted. */
function intersect(network: Hosts, net: Hosts): Hosts {
  if (network === null || net === null) return null
  if (network === 'any') return net
  return net === 'any' ? network : network.filter((origin) => net.includes(origin))
}
