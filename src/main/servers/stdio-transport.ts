import { setImmediate } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { ServerProcess } from '#main/runners/process/server-process'
import { isObject, type JsonObject, parseJson, toText } from '#shared/json'

export const LONGEST_LINE = 32 * 2 ** 20

/** `stderr` and `pid` tell the package that this is a program's standard input and output. */
type StdioTransport = Transport & { stderr: null; pid: null; overflowed(): boolean }

/** Talks to a process that we started; ignores lines that are not messages. */
export function makeStdioTransport({ input, output, stop, ended }: ServerProcess): StdioTransport {
  const split = makeLineSplitter(LONGEST_LINE)
  let isOverflown = false
  const transport: StdioTransport = {
    ...{ stderr: null, pid: null, overflowed: () => isOverflown },
    start: async () => {
      void read()
      void ended.then(() => transport.onclose?.())
    },
    send: async (message) => {
      if (!input.writable) throw new Error('the server is gone')
      input.write(`${JSON.stringify(message)}\n`)
    },
    close: stop,
  }
  const read = async () => {
    try {
      for await (const chunk of output as AsyncIterable<Buffer>) {
        const lines = split(chunk)
        if (lines === 'too long') {
          isOverflown = true
          await stop()
          return
        }
        for (const line of lines) take(line)
        // Lets other work run during a flood.
        await setImmediate()
      }
    } catch {
      // A broken pipe counts as closed.
    }
  }
  const take = (line: string) => {
    const message = parseJson(line)
    // The package checks what it means; other output is not a message.
    if (!isObject(message) || message.jsonrpc !== '2.0') return
    try {
      const isAnswer = message.method === undefined && message.id !== undefined
      transport.onmessage?.((isAnswer ? readAnswer(message) : message) as unknown as JSONRPCMessage)
    } catch (error) {
      transport.onerror?.(error as Error)
    }
  }
  return transport
}

const INTERNAL_ERROR = -32603

/** The package ignores an answer of another shape, and its call would wait until its time is over. */
function readAnswer({ jsonrpc, id, result, error }: JsonObject) {
  if (isObject(result)) {
    const { _meta: about, ...plain } = result
    return { jsonrpc, id, result: isObject(about) ? result : plain }
  }
  const { code, message, ...more } = isObject(error) ? error : {}
  const said = typeof message === 'string' ? message : toText(error ?? 'malformed answer')
  return { jsonrpc, id, error: { ...more, code: Number.isInteger(code) ? code : INTERNAL_ERROR, message: said } }
}

const NEWLINE = 10

/**
 * Splits a stream into complete lines. A line that is too long ends reading, because nothing after it can be trusted.
 */
export function makeLineSplitter(mostBytes: number): (chunk: Buffer) => string[] | 'too long' {
  let parts: Buffer[] = []
  let size = 0
  let isOver = false
  return (chunk) => {
    if (isOver) return 'too long'
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end))
      size += end - from
      if (size > mostBytes) break
      lines.push(Buffer.concat(parts, size).toString('utf8'))
      parts = []
      size = 0
      from = end + 1
    }
    if (size <= mostBytes) {
      parts.push(chunk.subarray(from))
      size += chunk.length - from
    }
    if (size <= mostBytes) return lines
    isOver = true
    parts = []
    return 'too long'
  }
}
