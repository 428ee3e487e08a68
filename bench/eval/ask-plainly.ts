import { type ChatResponse, type Message, Ollama, type Tool } from 'ollama'
import { learnFrom } from '#main/agent/model-reading'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import type { ModelMessage } from '#shared/model/model'
import type { Attempted } from './judge.ts'
import type { Asked, RunCall } from './run-tasks.ts'

const MOST_ROUNDS = 12
const NANOSECONDS_A_MS = 1e6

/**
 * As a plain client does it: every tool in every request, the server's own context, native calls alone. Results go back,
 * but a call that comes to nothing is not tried again.
 */
export async function askPlainly(asked: Asked, run: RunCall): Promise<Omit<Attempted, 'attempts'>> {
  const { host, model, task, maxTokens, signal } = asked
  const client = new Ollama({ host, fetch: (url, init) => fetch(url, { ...init, signal }) })
  const tools = asked.tools as Tool[]
  const messages: Message[] = [{ role: 'user', content: task.request }]
  const figures = { promptTokens: 0, readTokens: 0, firstCallMs: 0 }
  const started = performance.now()
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const answer: Message = { role: 'assistant', content: '', tool_calls: [] }
      const options = { temperature: 0, num_predict: maxTokens }
      let last: ChatResponse | undefined
      for await (const part of await client.chat({ model, messages, tools, options, stream: true })) {
        answer.content += part.message.content
        answer.tool_calls?.push(...(part.message.tool_calls ?? []))
        last = part
      }
      const read = last && countRead(asked, messages, last)
      figures.promptTokens += read?.promptTokens ?? 0
      figures.readTokens += read?.readTokens ?? 0
      if (!answer.tool_calls?.length)
        return { figures, ending: last?.done_reason === 'length' ? 'length' : 'answered', answer: answer.content }
      figures.firstCallMs ||= Math.round(performance.now() - started)
      messages.push(answer)
      for (const { function: called } of answer.tool_calls) {
        const result = await run(called.name, called.arguments)
        if (!result.ran) return { figures, ending: 'call failed', answer: answer.content }
        messages.push({ role: 'tool', tool_name: called.name, content: result.text })
      }
    }
    return { figures, ending: 'rounds', answer: '' }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { ending: signal.aborted ? 'STOPPED' : nameProblem(error), answer: '' }
  }
}

/** As our turn does it from the server's figures, which count kept tokens as well. */
function countRead({ model, tools, reading }: Asked, messages: readonly Message[], last: ChatResponse) {
  const request = { model, tools, messages: structuredClone(messages) as unknown as ModelMessage[] }
  return learnFrom(
    reading,
    { chat: 'eval', request, estimate: 0 },
    {
      ...emptyAnswer(),
      promptTokens: last.prompt_eval_count ?? 0,
      outputTokens: last.eval_count ?? 0,
      ...(last.prompt_eval_duration && { promptMs: last.prompt_eval_duration / NANOSECONDS_A_MS }),
    },
  )
}

function nameProblem({ message }: Error): string {
  if (/does not support tools/.test(message)) return 'MODEL_WITHOUT_TOOLS'
  return /fetch failed|ECONNREFUSED/.test(message) ? 'OLLAMA_UNREACHABLE' : 'OLLAMA_ERROR'
}
