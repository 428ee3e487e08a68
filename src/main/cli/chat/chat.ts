import { text as readAll } from 'node:stream/consumers'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { readHost } from '#main/models/ollama/host'
import { textOf } from '#shared/messages/message'
import { takeOneTurn } from './chat-message.ts'
import { converse } from './chat-terminal.ts'

const LONGEST_MESSAGE = 1_000_000

/** One message answered, or a conversation on the terminal. */
export async function chat(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer, stdin, stderr } = invocation
  const { think, host } = options
  const refuse = (message: string): ExitCode => {
    printError(printer, { code: 'USAGE', message })
    return EXIT.usage
  }
  if (think !== undefined && think !== 'on' && think !== 'off') return refuse(`--think is on or off, not "${think}".`)
  const read = host === undefined ? null : readHost(host)
  if (read && !read.ok) return refuse(`--host ${textOf(read.message)}`)
  const said = words[0]
  if (said === undefined) {
    if (printer.isInteractive && !printer.isJson) return converse(invocation, stdin, stderr)
    return refuse('a message is missing: skillet chat MESSAGE, or - to read it from standard input.')
  }
  const message = said === '-' ? await readAll(stdin) : said
  if (message.trim() === '') return refuse('the message is empty.')
  if (message.length > LONGEST_MESSAGE) return refuse(`the message is longer than ${LONGEST_MESSAGE} characters.`)
  return takeOneTurn(invocation, message)
}
