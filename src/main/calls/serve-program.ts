import type { InnerResult } from '#main/runners/runner'
import type { Holder, SecretSource } from '#main/secrets/key-store'
import type { Plan } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import { message, textOf } from '#shared/messages/message'
import type { RecordDraft, RecordReply, RecordRequest, StoredRecord } from '#shared/records'
import { configIdOf, isConfigId } from './tool-config.ts'

interface ServePorts {
  plan: Pick<Plan, 'effects' | 'grants'>
  holder: Holder
  records(request: RecordRequest): Promise<RecordReply>
  secrets: SecretSource
  call(tool: string, args: unknown): Promise<InnerResult>
}

const REQUEST = 'tool.request.v1'
const RESPONSE = 'tool.response.v1'
const MOST_FOUND = 200
const FEW_FOUND = 50
const LARGEST_RECORD = 256 * 1024
const LONGEST_TEXT = 1024
const MOST_TAGS = 64

type Access = 'read' | 'write'

/** Answers the requests of a running tool, within its approved plan. */
export function makeServe({ plan, holder, records, secrets, call }: ServePorts) {
  const allowed = (access: Access) =>
    plan.effects.flatMap((effect) => (effect.does === 'store' && effect.access === access ? [effect.schema] : []))
  const may = (access: Access, schema: string) => allowed(access).some((each) => each === '*' || each === schema)
  const check = (access: Access, schema: string) => {
    if (!may(access, schema)) throw refuse(message('store-not-permitted', { access, schema }))
  }

  /** One that may not be touched is not told from one that is not there. */
  async function find(id: string, mayHave: (schema: string) => boolean): Promise<StoredRecord> {
    const reply = await records({ do: 'get', id })
    if (reply.ok && 'record' in reply && mayHave(reply.record.schema_name)) return reply.record
    throw refuse(message('store-unknown', { id }))
  }

  const get = (id: string) => find(id, (schema) => id === configIdOf(holder.name) || may('read', schema))

  /** A record that will be changed. */
  async function findOwn(id: string): Promise<StoredRecord> {
    if (isConfigId(id)) throw refuse(message('config-not-changed'))
    return find(id, (schema) => may('read', schema) || may('write', schema))
  }

  async function create(record: Json): Promise<StoredRecord> {
    const draft = readDraft(record)
    check('write', draft.schema_name)
    const made = expectRecord(await records({ do: 'create', draft, by: holder.name }))
    if (made.schema_name === REQUEST) await answerRequest(made)
    return made
  }

  /** A record that asks for a tool becomes a call, and its result becomes a record. */
  async function answerRequest({ id, context, tags }: StoredRecord): Promise<void> {
    const { tool, input = {}, requestId = id } = context
    const outcome = await call(typeof tool === 'string' ? tool : '', input)
    const status = outcome.ok
      ? { status: 'success', output: outcome.result }
      : { status: 'error', error: outcome.message }
    const draft = {
      ...{ schema_name: RESPONSE, title: `Response: ${toText(tool)}` },
      tags: [...tags.slice(0, MOST_TAGS - 1), `request:${id}`],
      context: { tool: toText(tool), requestId, request_id: requestId, ...status } as JsonObject,
    }
    await records({ do: 'create', draft, by: holder.name })
  }

  async function update(id: string, version: Json, changes: Json): Promise<StoredRecord> {
    const before = await findOwn(id)
    check('write', before.schema_name)
    const draft = readDraft({ ...before, ...(isObject(changes) ? changes : {}) })
    check('write', draft.schema_name)
    return expectRecord(await records({ do: 'update', id, version: Number(version), changes: draft }))
  }

  async function drop(id: string): Promise<null> {
    check('write', (await findOwn(id)).schema_name)
    await records({ do: 'delete', id })
    return null
  }

  async function search(query: JsonObject): Promise<StoredRecord[]> {
    const { schema_name: schema, tag, tags, q, text, query: words, meaning, limit, nn, offset } = query
    if (typeof schema === 'string') check('read', schema)
    const readable = allowed('read')
    if (readable.length === 0) throw refuse(message('store-not-permitted', { access: 'read', schema: '*' }))
    const schemas = typeof schema === 'string' ? [schema] : readable.includes('*') ? null : readable
    const reply = await records({
      do: 'search',
      query: {
        ...(schemas && { schemas }),
        tags: [tag, ...(Array.isArray(tags) ? tags : [tags])].filter((each) => typeof each === 'string'),
        text: [q, text, words, meaning].find((each) => typeof each === 'string') ?? '',
        ...(typeof meaning === 'string' && meaning !== '' && { meaning }),
        limit: between(limit ?? nn, FEW_FOUND, 1, MOST_FOUND),
        offset: between(offset, 0, 0, Number.MAX_SAFE_INTEGER),
      },
    })
    return reply.ok && 'found' in reply ? reply.found.records : []
  }

  /**
   * Finds a secret by name, or by the id that a form stores. Only secrets of the plan, because only those are masked in
   * the output.
   */
  async function readSecret(id: string): Promise<string> {
    const name = secrets.nameOf(id) ?? id
    const value = plan.grants.secrets.includes(name) ? await secrets.use(name, holder) : null
    if (value === null) throw refuse(message('secret-missing', { name }))
    return value
  }

  return async (method: string, given: Json): Promise<Json> => {
    const params = isObject(given) ? given : {}
    const id = typeof params.id === 'string' ? params.id : ''
    switch (method) {
      case 'store.get':
        return { ...(await get(id)) }
      case 'store.create':
        return { ...(await create(params.record ?? null)) }
      case 'store.update':
        return { ...(await update(id, params.version ?? null, params.changes ?? null)) }
      case 'store.delete':
        return drop(id)
      case 'store.search':
        return (await search(isObject(params.query) ? params.query : {})).map((each) => ({ ...each }))
      case 'secret.get':
        return readSecret(id)
      default:
        throw refuse(message('serve-unknown', { method }))
    }
  }
}

const refuse = (why: Parameters<typeof textOf>[0]) => new Error(textOf(why))

function expectRecord(reply: RecordReply): StoredRecord {
  if (reply.ok && 'record' in reply) return reply.record
  const why = reply.ok ? 'unknown' : reply.why
  throw refuse(why === 'conflict' ? message('store-conflict') : message(why === 'full' ? 'store-full' : 'store-gone'))
}

function readDraft(given: Json): RecordDraft {
  const record = isObject(given) ? given : {}
  const { schema_name, title = '', tags = [], context = {} } = record
  const isText = (value: Json): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT
  if (!isText(schema_name ?? null) || schema_name === '' || !isText(title) || !isObject(context)) {
    throw refuse(message('record-shape'))
  }
  if (!Array.isArray(tags) || tags.length > MOST_TAGS || !tags.every(isText)) throw refuse(message('record-shape'))
  const bytes = Buffer.byteLength(JSON.stringify(context))
  if (bytes > LARGEST_RECORD) throw refuse(message('record-too-large', { bytes, most: LARGEST_RECORD }))
  return { schema_name: schema_name as string, title, tags, context }
}

function between(value: Json | undefined, absent: number, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return absent
  return Math.trunc(Math.min(most, Math.max(least, value)))
}
