import { learnFrom, type ModelReading, wasRead } from '#main/agent/model-reading'
import { prepareAhead } from '#main/agent/prepare-ahead'
import type { ChatPorts } from '#main/chat/chats'
import { prepareTurn } from '#main/chat/prepare-turn'
import { isThisComputer } from '#main/models/ollama/host'
import { pickPath } from '#shared/chat/branches'

/** While a person looks at a chat, a loaded model reads the beginning of its next request. */
export function makeReadAhead(ports: ChatPorts, readings: Map<string, ModelReading>, isBusy: () => boolean) {
  let current: { key: string; stop: AbortController; done: Promise<boolean> } | undefined

  async function read(chat: string | null, signal: AbortSignal): Promise<boolean> {
    const met = await ports.models.meet(ports.model(), signal)
    // Before the person sends a message, nothing leaves this computer and no model is loaded.
    if (!met.ok || !met.isLoaded || !isThisComputer(met.host)) return false
    const history = chat === null ? [] : pickPath(await ports.readChat(chat))
    const { input, ask } = prepareTurn(ports, readings, met, chat)
    const ahead = await prepareAhead({ ...input, chat: chat ?? '', history, signal })
    const reading = readings.get(met.model)
    if (!ahead || !reading || signal.aborted || isBusy()) return false
    if (wasRead(reading, ahead.request)) return true
    const outcome = await ask(ahead.request, { token: () => {} }, signal)
    if (outcome.ok) learnFrom(reading, { chat: chat ?? '', ...ahead }, outcome.answer)
    return outcome.ok
  }

  return {
    /** Resolves to whether the model has read the beginning of the next message. */
    async begin(chat: string | null): Promise<boolean> {
      const tools = ports.registry().tools.map(({ modelName }) => modelName)
      const key = JSON.stringify([chat, ports.model(), ports.contextMode(), [...ports.used().keys()], tools])
      if (current?.key === key && !current.stop.signal.aborted) return current.done
      current?.stop.abort()
      if (isBusy() || !ports.mayReadAhead?.()) return false
      const stop = new AbortController()
      const done = read(chat, stop.signal).finally(() => stop.abort())
      current = { key, stop, done }
      return done
    },
    stop: () => current?.stop.abort(),
  }
}
