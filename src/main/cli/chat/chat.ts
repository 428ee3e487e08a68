import { makeDecider } from '#main/cli/ask-person'
import { EXIT, type ExitCode, exitOfText, fail } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { openChat } from '#main/cli/open'
import { readInput } from '#main/cli/read-input'
import { readHost } from '#main/models/ollama/host'
import type { Core } from '#main/open-core'
import type { Fact, FactOf } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { makeTeller } from './chat-tell.ts'
import { converse } from './chat-terminal.ts'

const LONGEST_MESSAGE = 1_000_000

export async function chat(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer, stdin, stderr, signal } = invocation
  const { think, host } = options
  if (think !== undefined && think !== 'on' && think !== 'off')
    return fail('USAGE', `--think is on or off, not "${think}".`)
  const read = host === undefined ? null : readHost(host)
  if (read && !read.ok) return fail('USAGE', `--host ${textOf(read.message)}`)
  const said = words[0]
  if (said === undefined) {
    if (printer.isInteractive && !printer.isJson) return converse(invocation, stdin, stderr)
    return fail('USAGE', 'a message is missing: skillet chat MESSAGE, or - to read it from standard input.')
  }
  const message = said === '-' ? await readInput(stdin, LONGEST_MESSAGE, signal) : said
  if (message?.trim() === '') return fail('USAGE', 'the message is empty.')
  if (message === null || message.length > LONGEST_MESSAGE)
    return fail('USAGE', `the message is longer than ${LONGEST_MESSAGE} characters.`)
  return takeOneTurn(invocation, message)
}

/** Answers one message: with --json prints every fact of its turn, otherwise the answer and the commands. */
async function takeOneTurn(invocation: Invocation, message: string): Promise<ExitCode> {
  const { printer, signal } = invocation
  const decider = makeDecider(invocation)
  const { core, chat } = await openChat(invocation, decider)
  try {
    const ending = await follow(core, chat, message, invocation)
    if (ending === null) return EXIT.failed
    if (ending.reason === 'answered') {
      if (!decider.wasMissed()) return EXIT.done
      printer.note('skillet: something needed approval, and nobody is here to give it. Allow it with --yes.')
      return EXIT.needsApproval
    }
    if (ending.reason === 'stopped' || signal.aborted) return EXIT.interrupted
    return ending.error ? exitOfText(ending.error.code) : EXIT.failed
  } finally {
    await core.close()
  }
}

/** How the turn ended; null if its end could not be recorded. */
async function follow(
  core: Core,
  chat: string,
  message: string,
  { printer, signal }: Invocation,
): Promise<FactOf<'turn.finished'> | null> {
  const tell = makeTeller(printer, chat)
  let ending: FactOf<'turn.finished'> | null = null
  let hasBegun = false
  const take = (fact: Fact) => {
    if (fact.chat !== chat) return
    hasBegun ||= fact.type === 'turn.started'
    if (hasBegun) printer.json(fact)
    if (fact.type === 'turn.finished') ending = fact
  }
  const silence = core.listen((push) => {
    if (push.kind === 'fact') take(push.fact)
    tell(push)
  })
  const stop = () => void core.chats.stop(chat)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const sent = await core.chats.send(chat, message)
    if (!sent.ok) return fail('FAILED', sent.error.message)
    if (signal.aborted) stop()
    await core.chats.settled(chat)
    return ending
  } finally {
    signal.removeEventListener('abort', stop)
    silence()
  }
}
