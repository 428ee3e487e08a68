import { hash } from 'node:crypto'
import type { Fact, NewFact } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'

/** Shorter texts are not replaced. */
const LONG = 100
const SIGN = '$'
const DEEPEST = 100

interface PackedRequest {
  /** Texts to store. The last one is the packed request itself, which refers to the others. */
  texts: string[]
  /** The hash of the last text. */
  kept: string
  /** Of the bytes that were sent. */
  sha256: string
  bytes: number
}

/** Where a text is already on record: the fact with this content, or the hash it is stored under. */
type Known = ReadonlyMap<string, number | string>

export const sha256Of = (text: string): string => hash('sha256', text, 'hex')

/**
 * Replaces long texts of a request by where they are stored: most were recorded before, in a message or in the previous
 * request. Parts of the conversation that no longer change are stored as one text.
 */
export function packRequest(body: JsonObject, known: Known): PackedRequest {
  const sent = JSON.stringify(body)
  const texts = new Map<string, string>()
  const keep = (text: string): string => {
    const at = known.get(text)
    if (typeof at === 'string') return at
    const sha256 = sha256Of(text)
    texts.set(sha256, text)
    return sha256
  }
  const packText = (text: string): Json => {
    if (text.length < LONG || !text.isWellFormed()) return text
    const at = known.get(text)
    if (typeof at === 'number') return { $fact: at }
    return { $text: at ?? keep(text) }
  }
  const packDeep = (value: Json, depth: number): Json => {
    if (typeof value === 'string') return packText(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) return { $raw: keep(JSON.stringify(value)) }
    if (Array.isArray(value)) return value.map((item) => packDeep(item, depth + 1))
    // JSON drops these members, so they were not sent.
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    const packed = members.map(([name, member]): [string, Json] => [name, packDeep(member, depth + 1)])
    // A name with our sign comes from a skill or a model, so this object is stored as a list of pairs.
    return packed.some(([name]) => name.startsWith(SIGN)) ? { $object: packed } : Object.fromEntries(packed)
  }
  const pack = (value: Json): Json => packDeep(value, 0)
  const packStretch = (messages: readonly Json[]): Json[] => {
    const packed = messages.map(pack)
    const text = JSON.stringify(packed)
    return text.length < LONG ? packed : [{ $items: keep(text) }]
  }
  const packMember = ([name, value]: [string, Json]): [string, Json] => {
    if (name === 'tools' && Array.isArray(value)) return [name, { $raw: keep(JSON.stringify(value)) }]
    if (name !== 'messages' || !Array.isArray(value)) return [name, pack(value)]
    const starts = value.flatMap((message, at) => (isObject(message) && message.role === 'user' ? [at] : []))
    const last = starts.at(-1) ?? 0
    const stretches = starts.slice(0, -1).flatMap((start, n) => packStretch(value.slice(start, starts[n + 1])))
    return [name, [...value.slice(0, starts[0] ?? 0).map(pack), ...stretches, ...value.slice(last).map(pack)]]
  }
  const members = Object.entries(body).filter(([, member]) => member !== undefined)
  const whole = Object.fromEntries(members.map(packMember))
  const kept = keep(JSON.stringify(whole))
  return { texts: [...texts.values()], kept, sha256: sha256Of(sent), bytes: Buffer.byteLength(sent) }
}

/** The bytes that were sent; null if the record no longer has all of them. */
export async function unpackRequest(
  packed: Pick<PackedRequest, 'kept' | 'sha256'>,
  record: { readContent(seq: number): Promise<string | null>; readText(sha256: string): Promise<string | null> },
): Promise<string | null> {
  const expect = async (reading: Promise<string | null> | null): Promise<string> => {
    const text = await reading
    if (text === null) throw new Missing()
    return text
  }
  const readText = (sha256: Json) => expect(typeof sha256 === 'string' ? record.readText(sha256) : null)
  const readContent = (seq: Json) => expect(typeof seq === 'number' ? record.readContent(seq) : null)
  const readPacked = async (sha256: Json): Promise<Json> => unpack(JSON.parse(await readText(sha256)))
  async function unpack(value: Json): Promise<Json> {
    if (Array.isArray(value)) {
      const items: Json[] = []
      for (const item of value) {
        const whole = isObject(item) && item.$items !== undefined ? await readPacked(item.$items) : null
        items.push(...(Array.isArray(whole) ? whole : [await unpack(item)]))
      }
      return items
    }
    if (!isObject(value)) return value
    if (value.$fact !== undefined) return readContent(value.$fact)
    if (value.$text !== undefined) return readText(value.$text)
    if (value.$raw !== undefined) return JSON.parse(await readText(value.$raw))
    const members: [string, Json][] = []
    const packedMembers = Array.isArray(value.$object) ? (value.$object as [string, Json][]) : Object.entries(value)
    for (const [name, member] of packedMembers) members.push([name, await unpack(member)])
    return Object.fromEntries(members)
  }
  try {
    const text = JSON.stringify(await readPacked(packed.kept))
    return sha256Of(text) === packed.sha256 ? text : null
  } catch (error) {
    if (error instanceof Missing || error instanceof SyntaxError) return null
    throw error
  }
}

class Missing extends Error {}

interface RequestLogPorts {
  chat: string
  turn: string
  record(facts: NewFact[], texts?: string[]): Promise<Fact[]>
}

/** Records what was sent to the model during a turn, so that it can be shown exactly. */
export function openRequestLog({ chat, turn, record }: RequestLogPorts) {
  const known = new Map<string, number | string>()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  function toFact(body: JsonObject): { fact: NewFact; texts: string[] } {
    const { texts, ...packed } = packRequest(body, knownWith(known, body))
    for (const text of texts) known.set(text, sha256Of(text))
    count += 1
    const numCtx = isObject(body.options) ? body.options.num_ctx : undefined
    const fact: NewFact = {
      ...{ type: 'request.sent', chat, turn, request: count, model: String(body.model) },
      ...(typeof numCtx === 'number' && { numCtx }),
      ...{ tools: listNames(body.tools), ...packed },
    }
    return { fact, texts }
  }

  return {
    /** These texts need not be stored again. */
    learn(facts: readonly Fact[]) {
      for (const fact of facts) if (fact.type === 'message.added') known.set(fact.content, fact.seq)
    },
    /** Records what is being sent; only `settled` waits for it. */
    sending(body: JsonObject) {
      const { fact, texts } = toFact(body)
      const recorded = record([fact], texts)
      // `settled` reports it, after the answer.
      recorded.catch(() => undefined)
      last = last.then(() => recorded)
      last.catch(() => undefined)
    },
    /** Rejects if a request could not be recorded. */
    settled: async (): Promise<void> => void (await last),
  }
}

/** A picture is stored under the hash of its text. */
function knownWith(known: Known, { messages }: JsonObject): Known {
  const pictures = (Array.isArray(messages) ? messages : []).flatMap((message) =>
    isObject(message) && Array.isArray(message.images) ? message.images : [],
  )
  if (pictures.length === 0) return known
  const named = pictures.filter((picture) => typeof picture === 'string').map((one) => [one, sha256Of(one)] as const)
  return new Map([...known, ...named])
}

function listNames(tools: JsonObject[string] | undefined): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool) => {
    const name = isObject(tool) && isObject(tool.function) ? tool.function.name : undefined
    return typeof name === 'string' ? [name] : []
  })
}
