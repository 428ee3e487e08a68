import { randomUUID } from 'node:crypto'
import { restoreFiles } from '#main/calls/kept-files'
import type { Core } from '#main/open-core'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isOfProgram } from '#shared/programs'
import type { CallPreview } from '#shared/requests/record-requests'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { optional, string } from '#shared/schema'
import { id, on, name as tool } from './request.ts'

/** An object, as JSON. */
const args = string(500_000)

/** Calls by the person: planning and running, through the same gate and record as a model's calls. */
export function handleCalls(core: Core) {
  // Nobody could answer what still waits in a deleted chat.
  core.listen((push) => {
    if (push.kind !== 'fact' || push.fact.type !== 'chat.deleted') return
    const deleted = push.fact.chat
    core.stopCalls(({ chat, caller }) => chat === deleted && caller.kind === 'person')
  })

  /** Answers once it has started; facts report the rest. */
  function begin(chat: string | null, tool: string, args: unknown): Reply<{ call: string }> {
    const call = randomUUID()
    core
      .runCall({ chat, call, tool, args, caller: { kind: 'person' }, signal: new AbortController().signal })
      .catch((error: unknown) => core.reportBug(error, 'call'))
    return reply({ call })
  }

  return {
    /** Nothing is started, so values that need a resolver stay as written. */
    'call.plan': on(
      { tool, args, chat: optional(id) },
      async ({ tool, args, chat = null }): Promise<Reply<CallPreview>> => {
        const read = readArgs(args)
        if (!read.ok) return reply(read)
        const planned = await core.plan({ tool, args: read.args, chat })
        return reply(planned.ok ? planned : { ok: false, ...planned.error })
      },
    ),

    'call.run': on({ tool, args }, async ({ tool, args }) => {
      const read = readArgs(args)
      return read.ok ? begin(null, tool, read.args) : refuse('ARGS_INVALID', read.message)
    }),

    /** Repeats a call as the person's own, in the same chat; the model is not told. */
    'call.rerun': on({ call: id, args: optional(args) }, async ({ call, args }) => {
      const [requested] = await core.ledger.read({ calls: [call], types: ['call.requested'], limit: 1 })
      if (requested?.type !== 'call.requested') {
        return refuse('CALL_NOT_FOUND', 'no-such-call-in-record')
      }
      const { tool } = requested
      // What another program asked for is repeated outside any chat.
      const chat = requested.chat !== null && isOfProgram(requested.chat) ? null : requested.chat
      if (chat !== null && !core.index.has(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
      const read: ReadArgs = args === undefined ? { ok: true, args: requested.args } : readArgs(args)
      return read.ok ? begin(chat, tool, read.args) : refuse('ARGS_INVALID', read.message)
    }),

    'call.undo': on({ call: id }, async ({ call }) => {
      const restored = await restoreFiles(call, core)
      return restored.ok ? reply({ paths: restored.paths }) : refuse('UNDO_REFUSED', restored.message)
    }),

    /** The person's answer to a server's question, as JSON; without it they decline. */
    'question.answer': on({ question: id, values: optional(string(100_000)) }, async ({ question, values }) => {
      const read = values === undefined ? null : readArgs(values)
      if (read?.ok === false) return refuse('ARGS_INVALID', read.message)
      const came = core.questions.answer(question, read === null ? null : read.args)
      return came === 'given' ? reply({ given: true }) : refuse('QUESTION_UNKNOWN', `answer-${came}`)
    }),

    'call.stop': on({ call: id }, async ({ call: stopped }) =>
      reply({ stopped: core.stopCalls(({ call }) => call === stopped) > 0 }),
    ),
  }
}

type ReadArgs = { ok: true; args: JsonObject } | { ok: false; code: 'ARGS_INVALID'; message: Message }

export function readArgs(text: string): ReadArgs {
  const no = (message: Message): ReadArgs => ({ ok: false, code: 'ARGS_INVALID', message })
  try {
    const args: unknown = JSON.parse(text)
    return isObject(args) ? { ok: true, args } : no(message('arguments-not-object'))
  } catch (error) {
    return no(message('arguments-not-json', { problem: (error as Error).message }))
  }
}
