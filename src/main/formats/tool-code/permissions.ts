import { type Fields, get, has, openFields, reportType, takeNames } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import type { CodeRuntime } from '#shared/skill/tool'

type Permissions = Pick<CodeRuntime, 'network' | 'store'>

const FIELDS: ReadonlySet<string> = new Set('network net breadcrumbs read write run env ffi hrtime'.split(' '))
const STORE_FIELDS: ReadonlySet<string> = new Set(['read', 'write'])
/** Deno's permissions besides the network. A tool in one file gets none of them. */
const NOT_GIVEN = ['read', 'write', 'run', 'env', 'ffi', 'hrtime'] as const
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?::\d{1,5})?$/i

/** What is not declared is not granted: neither network nor records. */
export function readPermissions(context: Fields): Permissions {
  const value = get(context, 'permissions')
  const fields = value === undefined ? null : openFields(inside(context, 'permissions'), value, FIELDS)
  if (!fields) return {}
  for (const name of NOT_GIVEN) {
    const wish = get(fields, name)
    if (wish === undefined || wish === false || (Array.isArray(wish) && wish.length === 0)) continue
    report(inside(fields, name), 'warning', 'FIELD_TYPE', 'permission-not-given', 'remove-it', { name })
  }
  const network = readNetwork(fields)
  return { ...(network && { network }), ...readStore(fields) }
}

/** Two names for the same thing. If both are used, only what both allow is granted. */
function readNetwork(fields: Fields): Permissions['network'] | null {
  const [network, net] = (['network', 'net'] as const).map((name) => readHosts(fields, name))
  if (network === undefined || net === undefined) return network ?? net ?? null
  report(inside(fields, 'net'), 'warning', 'FIELD_TYPE', 'network-twice', 'write-network-once')
  if (network === null || net === null) return null
  if (network === 'any') return net
  return net === 'any' ? network : network.filter((origin) => net.includes(origin))
}

/** Undefined if nothing is written; null if it is refused. */
function readHosts(fields: Fields, name: 'network' | 'net'): readonly string[] | 'any' | null | undefined {
  const value = get(fields, name)
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 'any' : null
  if (!Array.isArray(value)) return reportType(inside(fields, name), value, message('true-false-or-hosts'))
  const origins = value.flatMap((each, index) => {
    const found = readOrigins(each)
    if (found.length === 0)
      report(inside(inside(fields, name), index), 'error', 'FIELD_TYPE', 'host-not-plain', 'write-host')
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

function readStore(fields: Fields): Pick<Permissions, 'store'> {
  if (!has(fields, 'breadcrumbs')) return {}
  const store = openFields(inside(fields, 'breadcrumbs'), get(fields, 'breadcrumbs'), STORE_FIELDS)
  return store ? { store: { read: takeNames(store, 'read'), write: takeNames(store, 'write') } } : {}
}
