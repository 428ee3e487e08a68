import { learnFrom, type ModelReading, wasRead } from '#main/agent/model-reading'
import { prepareAhead } from '#main/agent/prepare-ahead'
import type { ChatPorts } from '#main/chat/chats'
import { prepareTurn } from '#main/chat/prepare-turn'
import { askModel } from '#main/models/ollama/chat'
import { isThisComputer } from '#main/models/ollama/host'
import { pickPath } from '#shared/chat/branches'
import { readPictures } from './request-pictures.ts'

export interface ReadAhead {
  /** Whether the model has read what the next message of this chat, or of a new one, will begin with; resolves once it has. */
  begin(chat: string | null): Promise<boolean>
  /** The model is wanted for something else. */
  stop(): void
}

/** While a person looks at a chat, a model that is loaded already reads what its next request begins with. */
export function makeReadAhead(ports: ChatPorts, readings: Map<string, ModelReading>, isBusy: () => boolean): ReadAhead {
  let current: AbortController | undefined

  async function read(chat: string | null, signal: AbortSignal): Promise<boolean> {
    const met = await ports.models.meet(ports.model(), signal)
    // Nothing leaves this computer, and nothing is loaded, before the person sends a message.
    if (!met.ok || !met.isLoaded || !isThisComputer(met.host)) return false
    const history = chat === null ? [] : pickPath(await ports.readChat(chat))
    const { input, options } = prepareTurn(ports, readings, met, chat)
    const ahead = await prepareAhead({ ...input, chat: chat ?? '', history, signal })
    const reading = readings.get(met.model)
    if (!ahead || !reading || signal.aborted || isBusy()) return false
    if (wasRead(reading, ahead.request)) return true
    const request = { ...options.request, ...ahead.request, ...(await readPictures(ahead.request, ports.readText)) }
    const outcome = await askModel(met.host, request, { token: () => {} }, signal)
    if (outcome.ok) learnFrom(reading, { chat: chat ?? '', ...ahead }, outcome.answer)
    return outcome.ok
  }

  return {
    async begin(chat) {
      current?.abort()
      if (isBusy() || !ports.mayReadAhead?.()) return false
      const stop = new AbortController()
      current = stop
      return read(chat, stop.signal)
    },
    stop: () => current?.abort(),
  }
}
