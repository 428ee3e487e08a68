import { createInterface } from 'node:readline'
import { type AskLine, makeDecider } from '#main/cli/ask-person'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { describeRow } from '#main/cli/log/describe-fact'
import { openChat } from '#main/cli/open'
import { alignColumns, type Paint, toLine } from '#main/cli/print'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Core } from '#main/open-core'
import type { Tool } from '#shared/skill/tool'
import { hasUnseen } from '#shared/visible'
import { makeTeller } from './chat-tell.ts'

const PROMPT = '› '
const HISTORY = 200

/** A conversation: prints answers as they come, asks before commands, and takes the next message meanwhile. */
export async function converse(
  invocation: Invocation,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<ExitCode> {
  const { printer, signal } = invocation
  const left = Promise.withResolvers<ExitCode>()
  let answer: ((line: string | null) => void) | null = null
  let isClosed = false

  const ask: AskLine = (prompt, ended) =>
    new Promise((resolve) => {
      if (ended.aborted || isClosed) return resolve(null)
      const settle = (line: string | null) => {
        answer = null
        ended.removeEventListener('abort', cancel)
        lines.setPrompt(PROMPT)
        resolve(line)
      }
      const cancel = () => settle(null)
      ended.addEventListener('abort', cancel, { once: true })
      answer = settle
      lines.setPrompt(prompt)
      lines.prompt()
    })

  const { core, chat } = await openChat(invocation, makeDecider(invocation, ask))
  const history = await readHistory(core)
  const lines = createInterface({ input, output, terminal: true, prompt: PROMPT, historySize: HISTORY, history })
  const tellTurn = makeTeller(printer, chat)
  const silence = core.listen((push) => {
    tellTurn(push)
    const isOver = push.kind === 'fact' && push.fact.type === 'turn.finished' && push.fact.chat === chat
    if (isOver) afterTurn()
  })

  /** After Ctrl-D running commands continue, but there is nobody to prompt. */
  function prompt(): void {
    if (!isClosed) lines.prompt()
  }

  function afterTurn(): void {
    const waiting = core.index.queued(chat)
    if (waiting.some(({ isHeld }) => !isHeld)) return
    if (waiting.length > 0) printer.note(`${waiting.length} typed meanwhile wait: /send sends them, /drop forgets them`)
    prompt()
  }

  async function takeLine(line: string): Promise<void> {
    if (answer) return answer(line)
    if (line.trim() === '') return prompt()
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
      prompt()
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
    if (!isRunning()) prompt()
  }

  const isRunning = () => core.index.list().some((summary) => summary.chat === chat && summary.isRunning)
  const trouble = (error: unknown) =>
    printer.note(`skillet: ${toLine(error instanceof Error ? error.message : String(error))}`)

  lines.on('line', (line) => void takeLine(line).catch(trouble))
  lines.on('close', () => {
    isClosed = true
    answer?.(null)
    left.resolve(EXIT.done)
  })
  // In raw mode Ctrl-C arrives as a key and stops what is running.
  lines.on('SIGINT', () => {
    if (answer || isRunning()) void core.chats.stop(chat).catch(trouble)
    else left.resolve(EXIT.interrupted)
  })
  signal.addEventListener('abort', () => left.resolve(EXIT.interrupted), { once: true })
  if (signal.aborted) left.resolve(EXIT.interrupted)

  try {
    await greet(core, invocation)
    prompt()
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
    printer.note('Ollama has no model that can chat. Download one: skillet models pull qwen3:4b')
  } else printer.note(toLine(ollama.message))
}

/** The person's earlier messages, newest first, for the arrow keys. */
async function readHistory({ ledger }: Core): Promise<string[]> {
  const facts = await ledger.read({ types: ['message.added'], newestFirst: true, limit: HISTORY * 5 })
  const said = facts.flatMap((fact) => (fact.type === 'message.added' && fact.role === 'user' ? [fact.content] : []))
  return [...new Set(said)].filter((text) => !hasUnseen(text)).slice(0, HISTORY)
}

const COMMANDS_HELP: readonly string[] = [
  '  /help   this',
  '  /stop   ends what runs now (or Ctrl-C)',
  '  /send   sends what waits; /drop forgets it',
  '  /tools  what the model may call',
  '  /log    what is on record of this chat',
  '  /quit   leaves (or Ctrl-D)',
]

function describeTools(tools: readonly Tool[], paint: Paint): string[] {
  if (tools.length === 0) return ['there are no tools here. See: skillet skills']
  const rows = tools.map(({ modelName, description }) => [toLine(modelName), toLine(firstLine(description))])
  return alignColumns(rows, (cell, column) => (column === 0 ? paint('bold', cell) : cell)).map((line) => `  ${line}`)
}

async function describeLog(ledger: Ledger, chat: string): Promise<string[]> {
  const facts = await ledger.read({ chat })
  return facts.map((fact) => describeRow(fact, `  ${String(fact.seq).padStart(6)}`))
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
