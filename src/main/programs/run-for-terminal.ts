import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { CallOutcome } from '#main/calls/run-call'
import type { Core } from '#main/open-core'
import type { JsonObject } from '#shared/json'
import type { AnswerIo } from './line-peer.ts'

/** Its name on the card. */
const COMMAND_LINE = 'skillet run'

/**
 * Runs a call of the command line in the open app. Anybody with access to the socket can make one, so the app always
 * asks; rules can only refuse.
 */
export async function runForTerminal(
  core: Pick<Core, 'folders' | 'runCall'>,
  { tool, args, folder, timeoutMs }: JsonObject,
  { signal, tell }: AnswerIo,
): Promise<CallOutcome> {
  if (typeof tool !== 'string' || typeof folder !== 'string' || !isAbsolute(folder)) throw new Error('no call')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`there is no folder ${folder}`)
  const chat = `terminal-${randomUUID()}`
  const workIn = (path: string | null) => core.folders.take({ type: 'chat.folder-chosen', chat, path, seq: 0, at: '' })
  workIn(realpathSync(folder))
  try {
    return await core.runCall({
      ...{ chat, call: randomUUID(), tool, args: args ?? {}, signal },
      caller: { kind: 'program', name: COMMAND_LINE },
      ...(typeof timeoutMs === 'number' && timeoutMs > 0 && { timeoutMs }),
      output: (stream, text) => tell({ stream, text }),
    })
  } finally {
    workIn(null)
  }
}
