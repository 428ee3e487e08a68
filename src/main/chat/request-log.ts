import { type Known, packRequest, sha256Of } from '#main/chat/pack-request'
import type { Fact, NewFact } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'

interface RequestLogPorts {
  chat: string
  turn: string
  record(facts: NewFact[], texts?: string[]): Promise<Fact[]>
}

export interface RequestLog {
  /** What these facts say need not be kept a second time. */
  learn(facts: readonly Fact[]): void
  /** Puts on record what goes out now; nobody waits for it but `settled`. */
  sending(body: JsonObject): void
  /** Rejects where a request could not be recorded. */
  settled(): Promise<void>
}

/** What was sent to the model in one turn, so that it can be shown as it was. */
export function openRequestLog({ chat, turn, record }: RequestLogPorts): RequestLog {
  const known = new Map<string, number | string>()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  function toFact(body: JsonObject): { fact: NewFact; texts: string[] } {
    const { texts, ...packed } = packRequest(body, knownWith(known, body))
    for (const text of texts) known.set(text, sha256Of(text))
    count += 1
    const numCtx = isObject(body.options) ? body.options.num_ctx : undefined
    const fact: NewFact = {
      ...{ type: 'request.sent', chat, turn, request: count, model: String(body.model) },
      ...(typeof numCtx === 'number' && { numCtx }),
      ...{ tools: listNames(body.tools), ...packed },
    }
    return { fact, texts }
  }

  return {
    learn(facts) {
      for (const fact of facts) if (fact.type === 'message.added') known.set(fact.content, fact.seq)
    },
    sending(body) {
      const { fact, texts } = toFact(body)
      const recorded = record([fact], texts)
      // It is heard of in `settled`, after the answer.
      recorded.catch(() => undefined)
      last = last.then(() => recorded)
      last.catch(() => undefined)
    },
    settled: async () => void (await last),
  }
}

/** A picture is on record under the hash of its text. */
function knownWith(known: Known, { messages }: JsonObject): Known {
  const pictures = (Array.isArray(messages) ? messages : []).flatMap((message) =>
    isObject(message) && Array.isArray(message.images) ? message.images : [],
  )
  if (pictures.length === 0) return known
  const named = pictures.filter((picture) => typeof picture === 'string').map((one) => [one, sha256Of(one)] as const)
  return new Map([...known, ...named])
}

function listNames(tools: JsonObject[string] | undefined): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool) => {
    const name = isObject(tool) && isObject(tool.function) ? tool.function.name : undefined
    return typeof name === 'string' ? [name] : []
  })
}
