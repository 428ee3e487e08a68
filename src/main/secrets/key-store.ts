import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { makeQueue } from '#shared/queue'
import type { Keyring, SecretRow } from '#shared/skill/secret'

/** Who receives a secret: a tool or a server as it was when a person granted it. Another `spec` is a stranger. */
export interface Holder {
  name: string
  spec: string
}

export interface SecretSource {
  /** A random id that changes with the value; null if there is no such secret or the holder was not granted it. */
  version(name: string, holder: Holder): string | null
  /** Finds a name by the id that a form stores; null if there is none. */
  nameOf(id: string): string | null
  /** Returns the value and records the use. */
  use(name: string, holder: Holder): Promise<string | null>
}

interface Kept extends Omit<SecretRow, 'grants'> {
  version: string
  /** In base64. */
  sealed: string
  grants: Holder[]
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/
export const LONGEST_VALUE = 16 * 1024

export const NO_SECRETS: SecretSource = { version: () => null, nameOf: () => null, use: async () => null }

export type KeyStore = ReturnType<typeof openKeyStore>

/** The secrets of one home, encrypted in a file. Only `use` returns a value. */
export function openKeyStore(home: string, keyring: Keyring | null) {
  const file = join(home, 'secrets.json')
  const read = readKept(file)
  let secrets = read ?? []
  const inTurn = makeQueue()

  /** Nothing counts before it is on the disk. Without a change the file, perhaps an unreadable one, stays as it is. */
  const change = (name: string, into: (known?: Kept) => Kept | undefined): Promise<void> =>
    inTurn(async () => {
      const known = secrets.find((each) => each.name === name)
      const made = into(known)
      if (made === known) return
      const rest = made ? [made] : []
      const next = known ? secrets.flatMap((each) => (each === known ? rest : [each])) : [...secrets, ...rest]
      await writeFile(file, [`${JSON.stringify({ format: 1, secrets: next }, null, 2)}\n`])
      secrets = next
    })
  const edit = (name: string, changes: (secret: Kept) => Partial<Kept>): Promise<void> =>
    change(name, (known) => known && { ...known, ...changes(known) })
  const missing = (): Message | null => {
    if (read === null) return message('secrets-unreadable', { file })
    return keyring ? keyring.missing() : message('secrets-no-keyring')
  }
  const check = (name: string, value: string) => missing() ?? checkName(name) ?? checkValue(value)
  const find = (name: string, holder: Holder) => {
    if (missing()) return undefined
    const secret = secrets.find((each) => each.name === name)
    return secret?.grants.some((each) => each.name === holder.name && each.spec === holder.spec) ? secret : undefined
  }

  const source: SecretSource = {
    version: (name, holder) => find(name, holder)?.version ?? null,
    nameOf: (id) => secrets.find((each) => each.id === id)?.name ?? null,
    async use(name, holder) {
      const secret = find(name, holder)
      const value = secret && keyring ? unseal(keyring, secret.sealed) : null
      const lastUse = { at: new Date().toISOString(), by: holder.name }
      // A full disk loses this note, not the call.
      if (value !== null) await edit(name, () => ({ lastUse })).catch(() => undefined)
      return value
    },
  }
  return {
    ...source,
    missing,
    /** Why it cannot be set. */
    check,
    list: (): SecretRow[] =>
      secrets.map(({ version: _, sealed: __, grants, ...row }) => ({ ...row, grants: grants.map(({ name }) => name) })),
    /** Adds or replaces a value; existing grants stay. */
    async set(name: string, value: string): Promise<Message | null> {
      const obstacle = check(name, value)
      if (obstacle || !keyring) return obstacle
      const sealed = Buffer.from(keyring.seal(value)).toString('base64')
      const made = { sealed, version: randomUUID(), changedAt: new Date().toISOString() }
      await change(name, (known) => ({ id: randomUUID(), name, grants: [], lastUse: null, ...known, ...made }))
      return null
    },
    remove: (name: string) => change(name, () => undefined),
    grant: (name: string, holder: Holder) =>
      edit(name, ({ grants }) => ({ grants: [...grants.filter((each) => each.name !== holder.name), holder] })),
    revoke: (name: string, holder: string) =>
      edit(name, ({ grants }) => ({ grants: grants.filter((each) => each.name !== holder) })),
  }
}

export const checkName = (name: string): Message | null => (NAME.test(name) ? null : message('secret-name', { name }))

export const checkValue = (value: string): Message | null =>
  value === '' || value.length > LONGEST_VALUE ? message('secret-value', { most: LONGEST_VALUE }) : null

function unseal(keyring: Keyring, sealed: string): string | null {
  try {
    return keyring.open(Buffer.from(sealed, 'base64'))
  } catch {
    // The system's key has changed, so the person must enter the value again.
    return null
  }
}

const isKept = (value: Json): boolean =>
  isObject(value) &&
  ['id', 'name', 'version', 'sealed', 'changedAt'].every((field) => typeof value[field] === 'string') &&
  Array.isArray(value.grants) &&
  value.grants.every((grant) => isObject(grant) && typeof grant.name === 'string')

/** Null if the file exists but cannot be read: then it must not be overwritten. */
function readKept(file: string): Kept[] | null {
  try {
    const told = JSON.parse(readFileSync(file, 'utf8')) as Json
    const isWhole = isObject(told) && told.format === 1 && Array.isArray(told.secrets) && told.secrets.every(isKept)
    return isWhole ? (told.secrets as unknown as Kept[]) : null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null
  }
}
