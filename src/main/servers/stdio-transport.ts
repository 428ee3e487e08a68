import { setImmediate } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { ServerProcess } from '#main/runners/process/server-process'
import { isObject } from '#shared/json'
import { makeLineSplitter } from './split-lines.ts'

export const LONGEST_LINE = 32 * 2 ** 20

/** `stderr` and `pid` tell the package that this is a program's standard input and output. */
export type StdioTransport = Transport & { stderr: null; pid: null; overflowed(): boolean }

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
      if (!input.write(`${JSON.stringify(message)}\n`)) await drained()
    },
    close: stop,
  }
  const drained = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    input.once('drain', resolve)
    void ended.then(() => resolve())
    return promise
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
    const message = parse(line)
    if (message === null) return
    try {
      transport.onmessage?.(message)
    } catch (error) {
      transport.onerror?.(error as Error)
    }
  }
  return transport
}

/** The package checks what it means; other output is not a message. */
function parse(line: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) && value.jsonrpc === '2.0' ? (value as unknown as JSONRPCMessage) : null
  } catch {
    return null
  }
}
