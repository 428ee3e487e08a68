import type { Writable } from 'node:stream'
import { isObject, type Json, parseJson } from '#shared/json'

/**
 * How a program makes requests while it runs. A request is a line `MARK?{"id":1,"method":"get","params":…}` on the
 * stream of its result. The reply is a line on its standard input: `{"id":1,"value":…}`, or `error` instead of `value`.
 */
export interface Channel {
  /** Random for each run, so that ordinary output is never read as a request. */
  mark: string
  on: 'stdout' | 'result'
  /** Its rejection is reported to the program; `signal` ends with the program. */
  answer(method: string, params: Json, signal: AbortSignal): Promise<Json>
}

const LONGEST_REQUEST = 4 * 1024 * 1024
const MOST_AT_ONCE = 64
/** A program that never reads its replies must not fill our memory. */
const MOST_UNREAD = 16 * 1024 * 1024
const NEWLINE = 10
const NOTHING = Buffer.alloc(0)

export function answerRequests(channel: Channel, input: Writable, stop: AbortSignal) {
  const head = Buffer.from(`${channel.mark}?`)
  const gone = new AbortController()
  const signal = AbortSignal.any([stop, gone.signal])
  let held: Buffer = NOTHING
  let isTooLong = false
  const open = new Set<Promise<void>>()

  const give = (reply: { id: Json; value?: Json; error?: string }) => {
    if (gone.signal.aborted || input.destroyed) return
    if (input.writableLength > MOST_UNREAD) input.destroy()
    else input.write(`${JSON.stringify(reply)}\n`)
  }

  async function answer(line: string): Promise<void> {
    const request = parse(line)
    if (request === null) return
    const { id, method, params } = request
    if (open.size >= MOST_AT_ONCE) return give({ id, error: `more than ${MOST_AT_ONCE} requests at a time` })
    try {
      give({ id, value: await channel.answer(method, params, signal) })
    } catch (error) {
      give({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  function begin(line: string): void {
    const answered = answer(line).finally(() => open.delete(answered))
    open.add(answered)
  }

  /** Answers the requests in a chunk and returns the rest. Holds back what may be the start of one. */
  function take(chunk: Uint8Array): Uint8Array {
    let rest: Buffer = held.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : join(held, chunk)
    held = NOTHING
    const printed: Buffer[] = []
    while (rest.length > 0) {
      if (isTooLong) {
        const end = rest.indexOf(NEWLINE)
        if (end < 0) break
        isTooLong = false
        rest = rest.subarray(end + 1)
        continue
      }
      const at = rest.indexOf(head)
      const keep = at < 0 ? rest.length - endsLike(rest, head) : at
      printed.push(rest.subarray(0, keep))
      rest = rest.subarray(keep)
      if (at < 0) {
        held = Buffer.from(rest)
        break
      }
      const end = rest.indexOf(NEWLINE)
      if (end < 0) {
        if (rest.length <= LONGEST_REQUEST) held = Buffer.from(rest)
        else isTooLong = true
        break
      }
      begin(rest.toString('utf8', head.length, end))
      rest = rest.subarray(end + 1)
    }
    return Buffer.concat(printed)
  }

  return {
    take,
    /** The program has ended: resolves once its last request was answered. */
    close: async () => {
      gone.abort()
      input.destroy()
      await Promise.all(open)
    },
  }
}

const join = (a: Buffer, b: Uint8Array) => Buffer.concat([a, b])

/** How many of the last bytes could be the start of the mark. */
function endsLike(bytes: Buffer, head: Buffer): number {
  for (let length = Math.min(head.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(head.subarray(0, length))) return length
  }
  return 0
}

/** Null if it is not a request, so nobody waits for a reply. */
function parse(line: string): { id: number; method: string; params: Json } | null {
  const request = parseJson(line)
  if (!isObject(request)) return null
  const { id, method, params = null } = request
  return typeof id === 'number' && typeof method === 'string' ? { id, method, params } : null
}
