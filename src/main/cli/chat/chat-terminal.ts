import { createInterface } from 'node:readline'
import { type AskPerson, askPerson, makeDecider } from '#main/cli/ask-person'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { toLine } from '#main/cli/printable'
import type { Core } from '#main/open-core'
import { hasUnseen } from '#shared/visible'
import { COMMANDS_HELP, describeLog, describeTools } from './chat-answers.ts'
import { openChat } from './chat-core.ts'
import { makeTeller } from './chat-tell.ts'

const PROMPT = '› '
const HISTORY = 200

/** A conversation: streams, asks before each command, takes the next message while it works. */
export async function converse(
  invocation: Invocation,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<ExitCode> {
  const { printer, signal } = invocation
  const left = Promise.withResolvers<ExitCode>()
  let answer: ((said: boolean | null) => void) | null = null

  const ask: AskPerson = (question, ended) =>
    new Promise((resolve) => {
      if (ended.aborted) return resolve(null)
      const settle = (said: boolean | null) => {
        answer = null
        ended.removeEventListener('abort', cancel)
        lines.setPrompt(PROMPT)
        resolve(said)
      }
      const cancel = () => settle(null)
      ended.addEventListener('abort', cancel, { once: true })
      answer = settle
      lines.setPrompt(`${question} [y/N] `)
      lines.prompt()
    })

  const askFirst: AskPerson = (question, ended) => askPerson(question, invocation, ended)
  const opened = await openChat(invocation, makeDecider(invocation, ask).decide, askFirst)
  if (!opened.ok) return opened.code
  const { core, chat } = opened
  const history = await readHistory(core)
  const lines = createInterface({ input, output, terminal: true, prompt: PROMPT, historySize: HISTORY, history })
  const teller = makeTeller(printer, chat)
  const silence = core.listen((push) => {
    teller.take(push)
    const isOver = push.kind === 'fact' && push.fact.type === 'turn.finished' && push.fact.chat === chat
    if (isOver) afterTurn()
  })

  function afterTurn(): void {
    const waiting = core.index.queued(chat)
    if (waiting.some(({ isHeld }) => !isHeld)) return
    if (waiting.length > 0) printer.note(`${waiting.length} typed meanwhile wait: /send sends them, /drop forgets them`)
    lines.prompt()
  }

  async function takeLine(line: string): Promise<void> {
    if (answer) return answer(/^(y|yes)$/i.test(line.trim()))
    if (line.trim() === '') return lines.prompt()
    if (line.startsWith('/')) return takeCommand(line.trim())
    const sent = await core.chats.send(chat, line)
    if (!sent.ok) printer.note(toLine(sent.error.message))
    else if (sent.value.queued !== undefined) printer.note('(sent when this is answered)')
  }

  async function takeCommand(line: string): Promise<void> {
    const [name] = line.split(/\s/, 1)
    if (name === '/stop') {
      if (!(await core.chats.stop(chat))) tell(['nothing runs'])
    } else if (name === '/send') await sendHeld()
    else if (name === '/drop') {
      for (const { message } of core.index.queued(chat)) await core.chats.unqueue(chat, message)
      lines.prompt()
    } else if (name === '/tools') tell(describeTools(core.registry().tools, printer.paintNote))
    else if (name === '/log') tell(await describeLog(core.ledger, chat))
    else if (name === '/quit' || name === '/exit') left.resolve(EXIT.done)
    else tell(name === '/help' ? COMMANDS_HELP : [`there is no ${toLine(name ?? '')}`, ...COMMANDS_HELP])
  }

  async function sendHeld(): Promise<void> {
    const waiting = core.index.queued(chat)
    for (const { message } of waiting) await core.chats.sendQueued(chat, message)
    if (waiting.length === 0) tell(['nothing waits'])
  }

  function tell(said: readonly string[]): void {
    for (const line of said) printer.note(line)
    if (!isRunning()) lines.prompt()
  }

  const isRunning = () => core.index.list().some((summary) => summary.chat === chat && summary.isRunning)
  const trouble = (error: unknown) =>
    printer.note(`skillet: ${toLine(error instanceof Error ? error.message : String(error))}`)

  lines.on('line', (line) => void takeLine(line).catch(trouble))
  lines.on('close', () => left.resolve(EXIT.done))
  // Raw mode: Ctrl-C comes as a key, and is meant for what runs now.
  lines.on('SIGINT', () => {
    if (answer || isRunning()) void core.chats.stop(chat).catch(trouble)
    else left.resolve(EXIT.interrupted)
  })
  signal.addEventListener('abort', () => left.resolve(EXIT.interrupted), { once: true })
  if (signal.aborted) left.resolve(EXIT.interrupted)

  try {
    await greet(core, invocation)
    lines.prompt()
    return await left.promise
  } finally {
    answer = null
    await core.close()
    silence()
    lines.close()
  }
}

async function greet(core: Core, { printer, options }: Invocation): Promise<void> {
  const ollama = await core.models.look()
  if (ollama.state === 'ready') {
    const elsewhere = ollama.isElsewhere ? '; prompts leave this computer' : ''
    const model = options.model || core.settings().model || (ollama.byDefault ?? '')
    printer.note(`${toLine(model)} at ${ollama.host}${elsewhere}. /help says what else can be typed.`)
  } else if (ollama.state === 'no-model') {
    printer.note('Ollama has no model that can chat. Fetch one: skillet models pull qwen3:4b')
  } else printer.note(toLine(ollama.message))
}

/** What the person wrote before, the latest first, as the arrow keys go through it. */
async function readHistory({ ledger }: Core): Promise<string[]> {
  const facts = await ledger.read({ types: ['message.added'], newestFirst: true, limit: HISTORY * 5 })
  const said = facts.flatMap((fact) => (fact.type === 'message.added' && fact.role === 'user' ? [fact.content] : []))
  return [...new Set(said)].filter((text) => !hasUnseen(text)).slice(0, HISTORY)
}
